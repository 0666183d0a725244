// The player's commands that the JACK thread has not reported yet. Control loop only; a value.
internal import Realtime
internal import Threads

/// Commands sent to the JACK thread that have neither taken effect nor been cancelled, in the order of sending.
///
/// A withdrawn command stays here until the JACK thread reports its end: it may have taken effect just before the cancel.
struct SentCommands {
    /// A command on its way.
    struct Command {
        /// Number of the command.
        let id: UInt32
        /// Extended JACK frame; `RealtimeCommand.atOnce` for the next period.
        let frame: Int64
        /// State once the command has taken effect; nil when the command does not change the state.
        let state: PlayingDesk.State?
        /// Number of the load that the command leads to; nil for a command that moves no playhead.
        let target: UInt64?
        /// Called first, when the command has taken effect.
        let effect: () -> Void
        /// The caller, answered at the end; nil when nobody waits.
        let answer: Answer?
        /// Error for the caller if the command is cancelled; nil while the command is not withdrawn.
        fileprivate(set) var refusal: EngineError?
    }

    private var commands: [Command] = []
    /// Number of the next command; never 0.
    private var nextID: UInt32 = 1

    /// True when no command is on its way.
    var isEmpty: Bool { commands.isEmpty }

    /// Commands that lead to another state and are not withdrawn, in the order of sending.
    var coming: [Command] { commands.filter { $0.state != nil && $0.refusal == nil } }

    /// True when commands for later frames are on their way and not withdrawn.
    var hasHeld: Bool { commands.contains(where: \.isHeld) }

    /// True when a command leads to this load.
    func leads(to load: UInt64) -> Bool { commands.contains { $0.target == load } }

    /// Gives a number for the next command.
    mutating func newID() -> UInt32 {
        defer { nextID = nextID == UInt32.max ? 1 : nextID + 1 }
        return nextID
    }

    /// Adds a command after it has been sent.
    mutating func add(_ command: Command) { commands.append(command) }

    /// Removes and returns a command that the JACK thread has reported; nil for a number that nobody waits for.
    mutating func remove(_ id: UInt32) -> Command? {
        commands.firstIndex { $0.id == id }.map { commands.remove(at: $0) }
    }

    /// Marks all commands for later frames as withdrawn. `refusal` is the error for the callers of those that are cancelled.
    mutating func withdrawHeld(_ refusal: EngineError) {
        for index in commands.indices where commands[index].isHeld { commands[index].refusal = refusal }
    }

    /// Removes and returns all commands: no report can come any more.
    mutating func removeAll() -> [Command] {
        defer { commands = [] }
        return commands
    }
}

extension SentCommands.Command {
    /// True for a command for a later frame that is not withdrawn.
    fileprivate var isHeld: Bool { frame != RealtimeCommand.atOnce && refusal == nil }
}
