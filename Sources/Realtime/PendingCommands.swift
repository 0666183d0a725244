// Queue of commands that wait for their frame. JACK thread only.
internal import Rings

/// Commands that wait for their frame, sorted by frame; commands for the same frame keep their order of arrival.
struct PendingCommands {
    private let capacity = 64
    private var items = InlineArray<64, RealtimeCommand>(repeating: RealtimeCommand(.resetPeaks))
    private var count = 0

    /// Takes commands from the command ring while there is space. The sender keeps at most `RealtimeLink.mostHeld` commands for
    /// later frames, so the rest of the space is for commands that hold at once. Called again after each executed command, so
    /// no command waits in the ring. `frame` is the first extended frame of the period, for reports.
    @_noLocks @_noAllocation
    mutating func receive(from link: borrowing RealtimeLink, at frame: Int64) {
        while count < capacity, let command = link.commands.pop() {
            if isCancel(command) {
                // A cancel takes effect on arrival: it applies to commands sent before it, not to those sent after it.
                link.finishCommands(1 + cancelTransport(link, at: frame))
                continue
            }
            var place = count
            while place > 0, items[place - 1].frame > command.frame {
                items[place] = items[place - 1]
                place -= 1
            }
            items[place] = command
            count += 1
        }
    }

    /// True for a `.cancel` command.
    @_noLocks @_noAllocation
    private func isCancel(_ command: RealtimeCommand) -> Bool {
        switch command.kind {
        case .cancel: true
        case .play, .pause, .locate, .gain, .monitor, .transport, .resetPeaks: false
        }
    }

    /// Removes play, pause and locate commands for later frames, reports each that has a number, and returns how many there were.
    /// Commands that hold at once stay.
    @_noLocks @_noAllocation
    private mutating func cancelTransport(_ link: borrowing RealtimeLink, at frame: Int64) -> Int {
        var kept = 0
        for i in 0..<count {
            guard isTransport(items[i]), !items[i].isAtOnce else {
                items[kept] = items[i]
                kept += 1
                continue
            }
            if items[i].id != 0 { link.report(RealtimeEvent(.cancelled, frame: frame, id: items[i].id)) }
        }
        defer { count = kept }
        return count - kept
    }

    /// True for commands that `.cancel` applies to.
    @_noLocks @_noAllocation
    private func isTransport(_ command: RealtimeCommand) -> Bool {
        switch command.kind {
        case .play, .pause, .locate, .cancel: true
        case .gain, .monitor, .transport, .resetPeaks: false
        }
    }

    /// Frame of the next command, or nil when it is at or after `end`.
    @_noLocks @_noAllocation
    func nextFrame(before end: Int64) -> Int64? {
        guard count > 0, items[0].frame < end else { return nil }
        return items[0].frame
    }

    /// Removes and returns the next command. The queue must not be empty.
    @_noLocks @_noAllocation
    mutating func removeFirst() -> RealtimeCommand {
        let first = items[0]
        count -= 1
        for i in 0..<count { items[i] = items[i + 1] }
        return first
    }
}
