// Room: Realtime. JACK thread only.
internal import Rings

/// Commands that wait for their frame, in the order of frames; equal frames keep the order of arrival.
struct PendingCommands {
    private let capacity = 64
    private var items = InlineArray<64, RealtimeCommand>(repeating: RealtimeCommand(.resetPeaks))
    private var count = 0

    /// Takes what has arrived. When 64 wait already, the rest stays in the ring until there is room.
    @_noLocks @_noAllocation
    mutating func receive(from link: borrowing RealtimeLink) {
        while count < capacity, let command = link.commands.pop() {
            if isCancel(command) {
                // Now and not in its turn: it is for what came before it, not for what comes with it.
                cancelTransport()
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

    @_noLocks @_noAllocation
    private mutating func cancelTransport() {
        var kept = 0
        for i in 0..<count {
            switch items[i].kind {
            case .play, .pause, .locate, .cancel: break
            case .gain, .monitor, .transport, .resetPeaks:
                items[kept] = items[i]
                kept += 1
            }
        }
        count = kept
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
