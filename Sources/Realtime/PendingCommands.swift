// JACK thread only.
internal import Rings

/// Commands that wait for their frame, in the order of frames; equal frames keep the order of arrival.
struct PendingCommands {
    private let capacity = 64
    private var items = InlineArray<64, RealtimeCommand>(repeating: RealtimeCommand(.resetPeaks))
    private var count = 0

    /// Takes what has arrived, as far as there is room: the sender holds no more than `RealtimeLink.mostHeld`, and the rest is
    /// room for what holds at once. Called again after each command that was carried out, so that none waits in the ring.
    @_noLocks @_noAllocation
    mutating func receive(from link: borrowing RealtimeLink) {
        while count < capacity, let command = link.commands.pop() {
            if isCancel(command) {
                // Now and not in its turn: it is for what came before it, not for what comes with it.
                link.finishCommands(1 + cancelTransport())
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

    @_noLocks @_noAllocation
    private func isCancel(_ command: RealtimeCommand) -> Bool {
        switch command.kind {
        case .cancel: true
        case .play, .pause, .locate, .gain, .monitor, .transport, .resetPeaks: false
        }
    }

    /// Takes back commands to come. One that holds at once stays, carried out or not. Returns how many were taken back.
    @_noLocks @_noAllocation
    private mutating func cancelTransport() -> Int {
        var kept = 0
        for i in 0..<count where !isTransport(items[i]) || items[i].isAtOnce {
            items[kept] = items[i]
            kept += 1
        }
        defer { count = kept }
        return count - kept
    }

    @_noLocks @_noAllocation
    private func isTransport(_ command: RealtimeCommand) -> Bool {
        switch command.kind {
        case .play, .pause, .locate, .cancel: true
        case .gain, .monitor, .transport, .resetPeaks: false
        }
    }

    /// Frame of the next command, if it falls before `end`.
    @_noLocks @_noAllocation
    func nextFrame(before end: Int64) -> Int64? {
        guard count > 0, items[0].frame < end else { return nil }
        return items[0].frame
    }

    @_noLocks @_noAllocation
    mutating func removeFirst() -> RealtimeCommand {
        let first = items[0]
        count -= 1
        for i in 0..<count { items[i] = items[i + 1] }
        return first
    }
}
