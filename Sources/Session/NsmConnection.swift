// Connection to a session manager: protocol and socket. One owner at a time; blocks only in `init`.
internal import Control
internal import Messages
internal import System

/// A client of a session manager. The owner polls `descriptor` and carries out the effects.
public final class NsmConnection {
    /// The state of the protocol.
    public private(set) var client: NsmClient
    private let socket: NsmSocket
    private let start = Moment.now.nanoseconds
    /// True after the loss of the manager was reported.
    private var isGone = false

    /// Connects to the manager and announces the client. `url` is the value of NSM_URL. Blocks while a host name is looked up.
    /// Throws `SessionError`.
    public init(url: String, _ announcement: NsmAnnouncement) throws(SessionError) {
        client = NsmClient(announcement)
        socket = try NsmSocket(try NsmURL(url))
        if let code = send(client.announce) { throw .system(call: "sendto", code: code) }
    }

    /// The socket for poll(2); readable when the manager has sent something.
    public var descriptor: Int32 { socket.descriptor }

    /// Milliseconds until `serve` must be called, for poll(2); -1 if only the manager's messages matter.
    public var timeout: Int32 {
        guard client.phase == .announced else { return -1 }
        let waited = Double(Moment.now.nanoseconds - start) / 1e9
        return Int32(max(0, (NsmClient.patience - waited) * 1000) + 1)
    }

    /// Reads all messages that have come, answers them, and gives the effects left to carry out.
    public func serve() -> [NsmClient.Effect] {
        var work: [NsmClient.Effect] = []
        // The limit keeps a flood of messages from holding up the loop.
        for _ in 0..<256 {
            switch socket.receive() {
            case .nothing: return work + timeouts()
            case .refused: work += perform(sayGone())
            case .packet(let bytes, let sender): work += read(bytes, from: sender)
            }
        }
        return work
    }

    /// Effects of the time that has passed.
    private func timeouts() -> [NsmClient.Effect] {
        guard client.phase == .announced, Double(Moment.now.nanoseconds - start) / 1e9 >= NsmClient.patience else { return [] }
        return perform(client.giveUpWaiting())
    }

    /// Takes one packet.
    private func read(_ bytes: [UInt8], from sender: SocketAddress) -> [NsmClient.Effect] {
        do throws(ControlError) {
            let message = try OSCMessage(decoding: bytes)
            switch NsmCommand(message) {
            case .accepted? where client.phase == .announced:
                if let objection = socket.objection(to: sender) { return perform(client.giveUp(objection)) }
                // Answers go to the address that the welcome came from, including the next answer.
                socket.settle(on: sender)
            // The manager can be gone since the welcome, and its port another user's.
            case .open?:
                if let objection = socket.objection(to: sender) {
                    return [.note("a project of the session manager is not opened: \(objection)")]
                }
            default: break
            }
            isGone = false
            return perform(client.receive(message))
        } catch {
            let note = NsmClient.Effect.note(MessageCatalogue.inEnglish { "from the session manager: \(error)" })
            // The manager waits for an answer also to an open with a path that is not UTF-8.
            let isOpen = bytes.starts(with: (NsmCommand.openPath + "\0").utf8)
            guard isOpen, socket.objection(to: sender) == nil else { return [note] }
            return perform(client.refuseOpen(error.description)) + [note]
        }
    }

    /// Reports once that the manager is gone.
    private func sayGone() -> [NsmClient.Effect] {
        guard !isGone else { return [] }
        isGone = true
        return client.phase == .announced
            ? client.giveUp("no session manager listens at the address in NSM_URL")
            : [.note("the session manager is gone; the engine goes on without it")]
    }

    /// Sends the messages among the effects and gives the other effects.
    private func perform(_ effects: [NsmClient.Effect]) -> [NsmClient.Effect] {
        var rest: [NsmClient.Effect] = []
        for effect in effects {
            guard case .send(let message) = effect else {
                rest.append(effect)
                continue
            }
            guard let code = send(message) else { continue }
            if code == Errno.refused {
                rest += sayGone()
            } else {
                rest.append(.note(MessageCatalogue.inEnglish { SessionError.system(call: "sendto", code: code).description }))
            }
        }
        return rest
    }

    /// Sends a message. Gives nil, or the errno.
    private func send(_ message: OSCMessage) -> Int32? {
        do throws(ControlError) {
            return socket.send(try message.encode())
        } catch {
            return Errno.messageTooLong
        }
    }

    // MARK: From the engine. Each function sends what it can and gives the effects left to carry out.

    /// Ends the current request with a result: see `NsmClient.finish`.
    public func finish(_ result: Result<String, NsmFailure>, kept: NsmProject? = nil) -> [NsmClient.Effect] {
        perform(client.finish(result, kept: kept))
    }

    /// Tells the manager if the next save would change something.
    public func tellDirty(_ isDirty: Bool) -> [NsmClient.Effect] { perform(client.tellDirty(isDirty)) }

    /// Tells the progress of the open or save, 0 to 1.
    public func tellProgress(_ share: Double) -> [NsmClient.Effect] { perform(client.tellProgress(share)) }

    /// Shows a text at the manager. `priority` from 0 to 3; 3 is the most urgent.
    public func tell(_ words: String, priority: Int32) -> [NsmClient.Effect] { perform(client.tell(words, priority: priority)) }

    /// Sets the short text beside the client's name.
    public func tellLabel(_ words: String) -> [NsmClient.Effect] { perform(client.tellLabel(words)) }

    /// Tells the manager if the window is open.
    public func tellShown(_ isShown: Bool) -> [NsmClient.Effect] { perform(client.tellShown(isShown)) }
}
