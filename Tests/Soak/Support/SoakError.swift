// Errors of dicta-soak. Any thread; a value.
import JackTestSupport
import System

/// Failure of a long run.
enum SoakError: Error {
    /// The command line is wrong.
    case usage(String)
    /// The machine refuses: no server, no folder, no room.
    case machine(String)
    /// An engine does not answer, or did not start.
    case engine(String, EngineProcess.Trouble)
    /// A signal asked for the end. All that was done is stored.
    case interrupted
    /// The run is over, and what it found is wrong. The words are printed already.
    case wrong

    /// Exit code of the program.
    var exitCode: Int32 {
        switch self {
        case .usage: 2
        case .interrupted: 128 + SignalNumber.terminate
        default: 1
        }
    }
}

extension SoakError: CustomStringConvertible {
    var description: String {
        switch self {
        case .usage(let words): "\(words); see 'dicta-soak --help'"
        case .machine(let words): words
        case .engine(let name, let trouble): "the engine of the \(name): \(trouble)"
        case .interrupted: "interrupted; run it again to go on"
        case .wrong: "the run is not as it has to be"
        }
    }
}
