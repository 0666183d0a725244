// The states of the engine that commands need. Any thread; constants.
public import Messages

/// The state of the engine in which a command is allowed. In any other state the answer is `wrongState`, and nothing changes.
///
/// A command that also needs a JACK server has `FailureCode.noServer` among its failures.
public enum CommandState: String, Sendable, CaseIterable {
    /// Every state.
    case always
    /// No take runs.
    case noTake
    /// A take runs or is paused.
    case take
    /// A take runs and is not paused, or a recording plays.
    case going
    /// The take is paused, or a recording is loaded.
    case resting
    /// A take runs, or a recording plays or is paused.
    case takeOrPlayback
    /// A recording is loaded.
    case loaded
    /// The request names a recording, or one is loaded.
    case namedOrLoaded
    /// The request names a recording, a take runs, or a recording is loaded.
    case named
    /// No take runs into the recordings of the request.
    case closed

    /// The condition, after "while"; nil when there is none.
    public var words: Message? {
        switch self {
        case .always: nil
        case .noTake: "no take runs"
        case .take: "a take runs"
        case .going: "a take runs and is not paused or, without a take, a recording plays"
        case .resting: "the take is paused or, without a take, a recording is loaded"
        case .takeOrPlayback: "a take runs, or a recording plays or is paused"
        case .loaded: "a recording is loaded"
        case .namedOrLoaded: "a recording is named or one is loaded"
        case .named: "a recording is named, a take runs, or a recording is loaded"
        case .closed: "no take runs into the named recordings"
        }
    }
}
