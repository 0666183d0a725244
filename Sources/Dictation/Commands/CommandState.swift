// Any thread; constants.

/// The states of the engine in which a command is allowed. In all others the answer is `wrongState`, and nothing changes.
///
/// Whether a JACK server has to run as well is said by `FailureCode.noServer` among the row's failures.
public enum CommandState: String, Sendable, CaseIterable {
    case always
    case noTake = "no take runs"
    case going = "a take runs that is not paused or, without a take, something plays"
    case resting = "the take is paused or, without a take, something is loaded"
    case takeOrLoaded = "a take runs or something is loaded"
    case loaded = "something is loaded"
    case namedOrLoaded = "a recording is named or one is loaded"
    case named = "a recording is named, a take runs, or something is loaded"
    case closed = "the recordings that it is about are not being recorded"

    /// After "Allowed while", or nothing where there is no condition.
    public var words: String? { self == .always ? nil : rawValue }
}
