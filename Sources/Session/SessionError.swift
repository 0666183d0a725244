// Errors of sessions and their words. Any thread; values.
internal import Messages
import System

/// Reasons why there is no session; the engine then runs without one.
public enum SessionError: Error, Sendable, Equatable {
    /// NSM_URL is not the address of a session manager.
    case badURL(String)
    /// The host in NSM_URL was not found.
    case noHost(String, why: String)
    /// A system call failed with this errno.
    case system(call: String, code: Int32)
    /// The command line for a JACK session is too long.
    case lineTooLong(bytes: Int)
}

extension SessionError: CustomStringConvertible {
    /// The error as a sentence for the user.
    public var description: String {
        switch self {
        case .badURL(let text):
            tr(
                "NSM_URL is '\(text)', which is not the address of a session manager: it must look like"
                    + " osc.udp://localhost:15802/")
        case .noHost(let host, let why):
            tr("the session manager's machine '\(host)' in NSM_URL was not found: \(why)")
        case .system(let call, let code):
            tr("\(call) failed for the session manager's socket: \(SystemError.reason(for: code))")
        case .lineTooLong(let bytes):
            tr(
                bytes,
                "the command line for the session is \(bytes) byte, more than JACK takes: give the engine a shorter --name",
                "the command line for the session is \(bytes) bytes, more than JACK takes: give the engine a shorter --name")
        }
    }
}
