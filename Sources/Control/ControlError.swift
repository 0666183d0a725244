// Any thread; a value. The words of this room stand here.
public import Dictation
import Glibc

/// What can go wrong between the terminal and the engine.
public enum ControlError: Error, Sendable, Equatable {
    /// A system call said no.
    case system(call: String, path: String, code: Int32)
    case malformed(String)
    case unencodable(String)
    case futureBundle
    case tooLarge(bytes: Int)
    case tooMany(messages: Int)
    case badEngineName(String)
    case pathTooLong(String)
    case unsafeFolder(String, why: String)
    case notASocket(String)
    case alreadyRuns(engine: String, path: String)
    case noEngine(engine: String, path: String)
    case engineGone(engine: String)
    case timeout(engine: String, seconds: Double)
    case forbidden(path: String)
    case foreignUser(uid: UInt32)
    /// What was said for `--osc-udp` or `--osc-tcp`.
    case badEndpoint(String)
    case badRange(String)
    case needsAllowList(String)
    /// No address of the list can send to the endpoint.
    case nobodyCanSend(endpoint: String, list: String)
    /// A pattern of OSC that matches no command, or more than are done for one message.
    case noMatch(String)
    case tooManyMatches(String, count: Int)
    /// A system call said no about a port.
    case network(call: String, endpoint: String, code: Int32)
    case badReturn(url: String, why: String)
    /// Nobody took the connection.
    case unreachable(url: String, code: Int32)
    case hungUp(url: String)
    case noTopic(String)
    case tooManySubscribers
    /// The engine answered, and the answer was no.
    case refused(Failure)

    public var code: FailureCode {
        switch self {
        case .malformed, .futureBundle: .usage
        case .badEngineName, .pathTooLong, .badEndpoint, .badRange, .badReturn, .noTopic, .tooManyMatches: .badArgument
        case .noMatch: .unknownCommand
        case .noEngine, .unreachable: .noEngine
        case .refused(let failure): failure.code
        case .system, .unencodable, .tooLarge, .tooMany, .unsafeFolder, .notASocket, .alreadyRuns, .engineGone, .timeout,
            .forbidden, .foreignUser, .needsAllowList, .nobodyCanSend, .network, .tooManySubscribers, .hungUp:
            .refused
        }
    }

    public var failure: Failure { Failure(code, description) }
}

extension ControlError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .system(let call, let path, let code):
            "\(call) failed for \(path): \(Self.words(code)); check the folder and its rights"
        case .malformed(let what):
            "not an OSC packet: \(what); nothing was done"
        case .unencodable(let what):
            "cannot be sent as OSC: \(what)"
        case .futureBundle:
            "a bundle for more than a day ahead is not taken; send it nearer to its time"
        case .tooLarge(let bytes):
            "a packet of \(bytes) bytes is more than the \(ControlLimits.packet) that are taken; send less at a time"
        case .tooMany(let messages):
            "\(messages) messages in one packet are more than the \(ControlLimits.messages) that are taken; send fewer at a time"
        case .badEngineName(let name):
            "'\(name)' cannot be the name of an engine; use letters, digits, '-', '_' and '.'"
        case .pathTooLong(let path):
            "the socket's path \(path) is longer than the \(SocketAddress.longestPath) bytes the system takes; name a shorter one"
        case .unsafeFolder(let path, let why):
            "the socket's folder \(path) cannot be trusted: \(why); make it yours alone (mode 0700)"
        case .notASocket(let path):
            "\(path) is there and is no socket; name another path or move it away"
        case .alreadyRuns(let engine, let path):
            "engine \(engine) already runs (\(path)); use it, quit it, or start one of another name"
        case .noEngine(let engine, let path):
            "no engine '\(engine)' answers at \(path); 'dicta start' starts one"
        case .engineGone(let engine):
            "engine '\(engine)' ended before it answered; its log says why"
        case .timeout(let engine, let seconds):
            "engine '\(engine)' did not answer within \(TimeSpan.seconds(seconds)); it may still do it, 'dicta status' tells"
        case .forbidden(let path):
            "you may not use \(path); it belongs to another user"
        case .foreignUser(let uid):
            "user \(uid) may not command this engine; it obeys its own user only"
        case .badEndpoint(let text):
            "'\(text)' is no place to listen at; give a port (9000), or an address and a port (192.168.1.5:9000, [fd00::5]:9000)"
        case .badRange(let text):
            "'\(text)' names no addresses; give some like 192.168.1.0/24,fd00::/8,127.0.0.1"
        case .noMatch(let pattern):
            "no command matches '\(pattern)'; patterns reach what plays, records, marks, sounds and is asked, all else is named in full"
        case .tooManyMatches(let pattern, let count):
            "'\(pattern)' matches \(count) commands, more than the \(ControlLimits.matches) of one message; nothing was done, name fewer"
        case .nobodyCanSend(let endpoint, let list):
            "nobody of '\(list)' (--osc-allow) can reach \(endpoint): list addresses that can, or listen where they are"
        case .needsAllowList(let address):
            "listening at \(address) lets others than this machine in; say who they are with --osc-allow, such as 192.168.1.0/24"
        case .network(let call, let endpoint, let code):
            "\(call) failed for \(endpoint): \(Self.words(code)); name another port or address"
        case .badReturn(let url, let why):
            "nothing can be sent to '\(url)': \(why)"
        case .unreachable(let url, let code):
            "no engine answers at \(url): \(Self.words(code)); it has to run there with --osc-tcp"
        case .hungUp(let url):
            "\(url) ended the connection without an answer: the engine ended, or this machine is not on its list (--osc-allow)"
        case .noTopic(let text):
            "no topic matches '\(text)'; there are \(Topic.allCases.map(\.rawValue).joined(separator: ", "))"
        case .tooManySubscribers:
            "state is sent to \(ControlLimits.subscribers) already, which is as many as there can be; end some"
        case .refused(let failure):
            failure.words
        }
    }

    private static func words(_ code: Int32) -> String {
        // strerror hands out a pointer to text that stays; it is copied at once.
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
