// Any thread; a value. The words of this room stand here.
internal import Glibc

/// Why there is no session; the engine then works as without.
public enum SessionError: Error, Sendable, Equatable {
    case badURL(String)
    case noHost(String, why: String)
    case system(call: String, code: Int32)
    case noTerminal
    case lineTooLong(bytes: Int)
}

extension SessionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badURL(let text):
            "NSM_URL is '\(text)', which names no session manager: it has to be like osc.udp://localhost:15802/"
        case .noHost(let host, let why):
            "the session manager's machine '\(host)' in NSM_URL is not found: \(why)"
        case .system(let call, let code):
            "\(call) failed for the session manager's socket: \(unsafe String(cString: strerror(code)))"
        case .noTerminal:
            "no terminal could be opened: install one (xterm), or name one in TERMINAL"
        case .lineTooLong(let bytes):
            "the command line for the session is \(bytes) bytes, more than JACK takes: give the engine a shorter --name"
        }
    }
}
