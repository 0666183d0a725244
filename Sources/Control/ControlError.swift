// Errors between a client and an engine, and their texts. Any thread; a value.
public import Dictation
internal import Messages
import System

/// An error between a client and an engine: sockets, packets, subscriptions.
public enum ControlError: Error, Sendable, Equatable {
    /// A system call failed; `code` is its errno.
    case system(call: String, path: String, code: Int32)
    /// A packet is no valid OSC.
    case malformed(String)
    /// An answer of the engine cannot be read by this version; the command may have been carried out.
    case badAnswer(String)
    /// A message has a value that OSC cannot carry.
    case unencodable(String)
    /// A bundle is for a time more than a day ahead.
    case futureBundle
    /// A packet is larger than `ControlLimits.packet`.
    case tooLarge(bytes: Int)
    /// A packet asks for more than `ControlLimits.messages` commands.
    case tooMany(messages: Int)
    /// A packet has more than `ControlLimits.patterns` address patterns.
    case tooManyPatterns(Int)
    /// An engine name has characters that a path or a JACK client name cannot have.
    case badEngineName(String)
    /// A socket path is empty or longer than the system allows.
    case pathTooLong(String)
    /// Another user could put or swap a socket in the folder.
    case unsafeFolder(String, why: String)
    /// The socket path belongs to a file that is no socket.
    case notASocket(String)
    /// Another engine already listens at the path.
    case alreadyRuns(engine: String, path: String)
    /// An engine that no longer listens at the path still runs; `pid` is its process, if that is known.
    case ending(engine: String, path: String, pid: Int32?)
    /// No engine listens at the path.
    case noEngine(engine: String, path: String)
    /// The engine ended before it answered.
    case engineGone(engine: String)
    /// The engine did not answer within the given seconds.
    case timeout(engine: String, seconds: Double)
    /// The engine gave no sign of life for the given seconds: its process or its control loop stands still.
    case silent(engine: String, seconds: Double)
    /// The socket belongs to another user.
    case forbidden(path: String)
    /// Another user sent a request.
    case foreignUser(uid: UInt32)
    /// The value of `--osc-udp` or `--osc-tcp` is no port and no address with a port.
    case badEndpoint(String)
    /// An allow-list has an entry that is no address range.
    case badRange(String)
    /// An endpoint that other machines reach has no allow-list.
    case needsAllowList(String)
    /// No address of the allow-list can send to the endpoint.
    case nobodyCanSend(endpoint: String, list: String)
    /// An OSC address pattern matches no command; with `isWhole` false, none that the sender may use.
    case noMatch(String, isWhole: Bool = true)
    /// An OSC address pattern matches more than `ControlLimits.matches` commands.
    case tooManyMatches(String, count: Int)
    /// A system call failed for an Internet socket; `code` is its errno.
    case network(call: String, endpoint: String, code: Int32)
    /// A URL is no address that state or requests can be sent to.
    case badReturn(url: String, why: String)
    /// No engine accepted the TCP connection.
    case unreachable(url: String, code: Int32)
    /// The engine closed the TCP connection without an answer.
    case hungUp(url: String)
    /// No topic matches the text of a subscription.
    case noTopic(String)
    /// A subscriber without the privilege `read` asks for topics with texts.
    case mayNotRead(String)
    /// So many are subscribed already.
    case tooManySubscribers(most: Int)
    /// The engine answered with an error.
    case refused(Failure)

    /// Makes the error of a failed system call on a file or folder.
    init(_ error: SystemError) { self.init(error, path: error.path) }

    /// Makes the error of a failed system call on the control socket at a path.
    init(_ error: SystemError, path: String) { self = .system(call: error.call, path: path, code: error.code) }

    /// Makes the error of a failed system call on an Internet socket.
    init(_ error: SystemError, endpoint: String) { self = .network(call: error.call, endpoint: endpoint, code: error.code) }

    /// The number of this error in an OSC answer and in the exit code of a program.
    public var code: FailureCode {
        switch self {
        case .malformed, .futureBundle: .usage
        case .badAnswer: .broken
        case .badEngineName, .pathTooLong, .badEndpoint, .badRange, .badReturn, .noTopic, .tooManyMatches: .badArgument
        case .noMatch: .unknownCommand
        case .tooManySubscribers: .busy
        case .noEngine, .unreachable, .silent: .noEngine
        case .refused(let failure): failure.code
        case .system, .unencodable, .tooLarge, .tooMany, .tooManyPatterns, .unsafeFolder, .notASocket, .alreadyRuns,
            .ending, .engineGone,
            .timeout, .forbidden, .foreignUser, .needsAllowList, .nobodyCanSend, .network, .hungUp, .mayNotRead:
            .refused
        }
    }

    /// The error as an engine answers it.
    public var failure: Failure { Failure(code, description) }
}

extension ControlError: CustomStringConvertible {
    /// One line for the user: the problem, then the cure.
    public var description: String {
        switch self {
        case .system(let call, let path, let code):
            tr("\(call) failed for \(path): \(SystemError.reason(for: code)); check the folder and its permissions")
        case .malformed(let what):
            tr("not an OSC packet: \(what); nothing was done")
        case .badAnswer(let what):
            tr("the engine's answer cannot be read: \(what); the command may have been carried out, check with 'dicta status'")
        case .unencodable(let what):
            tr("cannot be sent as OSC: \(what)")
        case .futureBundle:
            tr("a bundle may be at most a day ahead of its time; send it later")
        case .tooLarge(let bytes):
            tr(
                bytes, "a packet of \(bytes) byte is larger than the limit of \(ControlLimits.packet); send less at a time",
                "a packet of \(bytes) bytes is larger than the limit of \(ControlLimits.packet); send less at a time")
        case .tooMany(let messages):
            tr(
                ControlLimits.messages,
                "one packet may hold \(ControlLimits.messages) message, not \(messages); send fewer at a time",
                "one packet may hold \(ControlLimits.messages) messages, not \(messages); send fewer at a time")
        case .tooManyPatterns(let patterns):
            tr(
                ControlLimits.patterns,
                "one packet may hold \(ControlLimits.patterns) address pattern, not \(patterns); send fewer at a time",
                "one packet may hold \(ControlLimits.patterns) address patterns, not \(patterns); send fewer at a time")
        case .badEngineName(let name):
            tr("'\(name)' is not a valid engine name; use letters, digits, '-', '_' and '.'")
        case .pathTooLong(let path):
            tr(
                SocketAddress.longestPath,
                "the socket path \(path) is longer than the system's limit of \(SocketAddress.longestPath) byte; use a"
                    + " shorter one",
                "the socket path \(path) is longer than the system's limit of \(SocketAddress.longestPath) bytes; use a"
                    + " shorter one")
        case .unsafeFolder(let path, let why):
            tr("the socket's folder \(path) cannot be trusted: \(why); make it yours alone (mode 0700)")
        case .notASocket(let path):
            tr("\(path) exists and is not a socket; use another path or move the file away")
        case .alreadyRuns(let engine, let path):
            tr("engine \(engine) already runs (\(path)); use it, quit it, or start one with another name")
        case .ending(let engine, let path, let pid?):
            tr(
                "engine \(engine) no longer answers at \(path) but its process \(pid) still runs; see its log, end it by 'kill' if it"
                    + " stays so, or start one with another name")
        case .ending(let engine, let path, nil):
            tr(
                "engine \(engine) no longer answers at \(path) but its process still runs; see its log, or start one"
                    + " with another name")
        case .noEngine(let engine, let path):
            tr("no engine '\(engine)' answers at \(path); start it with 'dicta start'")
        case .engineGone(let engine):
            tr(
                "engine '\(engine)' ended before it answered, or its socket was removed: 'dicta status' tells if it runs; see its"
                    + " log")
        case .timeout(let engine, let seconds):
            tr(
                "engine '\(engine)' did not answer within \(TimeSpan.seconds(seconds)); it may still act, check"
                    + " with 'dicta status'")
        case .silent(let engine, let seconds):
            tr(
                "engine '\(engine)' gives no sign of life for \(TimeSpan.seconds(seconds)): it hangs or was stopped; look at its log, and"
                    + " end it by 'kill -9' with the pid of 'dicta engines' if it stays so: a take is recovered at the next start"
            )
        case .forbidden(let path):
            tr("you may not use \(path); it belongs to another user")
        case .foreignUser(let uid):
            tr("user \(uid) may not control this engine; only the engine's own user may")
        case .badEndpoint(let text):
            tr("'\(text)' is no port or address; give a port (9000), or an address and a port (192.168.1.5:9000, [fd00::5]:9000)")
        case .badRange(let text):
            tr("'\(text)' is no list of addresses; give addresses such as 192.168.1.0/24,fd00::/8,127.0.0.1")
        case .noMatch(let pattern, false):
            tr(
                "no command that surfaces may use matches '\(pattern)'; name the command in full to be told the privilege that it"
                    + " needs")
        case .noMatch(let pattern, true):
            tr("no command matches '\(pattern)'; patterns reach takes, playback, markers, sound and queries; name others in full")
        case .tooManyMatches(let pattern, let count):
            tr(
                count, "'\(pattern)' matches \(count) command, more than \(ControlLimits.matches); nothing was done, name fewer",
                "'\(pattern)' matches \(count) commands, more than \(ControlLimits.matches); nothing was done, name fewer")
        case .nobodyCanSend(let endpoint, let list):
            tr("no address of '\(list)' (--osc-allow) can reach \(endpoint); add addresses that can, or listen elsewhere")
        case .needsAllowList(let address):
            tr("listening at \(address) opens the engine to other machines; list them with --osc-allow, such as 192.168.1.0/24")
        case .network(let call, let endpoint, let code):
            tr("\(call) failed for \(endpoint): \(SystemError.reason(for: code)); use another port or address")
        case .badReturn(let url, let why):
            tr("cannot send to '\(url)': \(why)")
        case .unreachable(let url, let code):
            tr("no engine answers at \(url): \(SystemError.reason(for: code)); start one there with --osc-tcp")
        case .hungUp(let url):
            tr("\(url) closed the connection without an answer: the engine ended, or its list (--osc-allow) lacks this machine")
        case .noTopic(let text):
            Self.noTopic(text, Topic.allCases.map(\.rawValue).joined(separator: ", ")).text
        case .mayNotRead(let topics):
            tr(
                "\(topics): texts need the privilege 'read'; use dicta at the control socket, or permit it with"
                    + " 'dicta set osc-may look,read,...'")
        case .tooManySubscribers(let most):
            tr(
                most, "busy: all \(most) subscription is taken; end it first",
                "busy: all \(most) subscriptions are taken; end one first")
        case .refused(let failure):
            failure.words
        }
    }

    /// The sentence about a text that matches none of the topics.
    private static func noTopic(_ text: String, _ topics: String) -> Message {
        "no topic matches '\(text)'; the topics are \(topics)"
    }
}
