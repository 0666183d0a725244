// Control loop only: the state machine and its socket.
internal import Control
internal import Glibc

/// A client of a session manager: polled by whoever runs the loop, which carries out what comes of it.
public final class NsmConnection {
    public private(set) var client: NsmClient
    private let socket: NsmSocket
    private let start = Moment.now()
    private var isGone = false

    /// Finds the manager and tells it who we are. `url` is the value of NSM_URL.
    public init(url: String, _ announcement: NsmAnnouncement) throws(SessionError) {
        client = NsmClient(announcement)
        socket = try NsmSocket(try NsmURL(url))
        if let code = send(client.announce) { throw .system(call: "sendto", code: code) }
    }

    /// For poll(2): readable when the manager has said something.
    public var descriptor: Int32 { socket.descriptor }

    /// Milliseconds until `serve` wants to be called, for poll(2); -1 when it waits for the manager only.
    public var timeout: Int32 {
        guard client.phase == .announced else { return -1 }
        let waited = Double(Moment.now() - start) / 1e9
        return Int32(max(0, (NsmClient.patience - waited) * 1000) + 1)
    }

    /// What has come, as the work it makes.
    public func serve() -> [NsmClient.Effect] {
        var work: [NsmClient.Effect] = []
        // A limit, so that a flood does not hold the loop up.
        for _ in 0..<256 {
            switch socket.receive() {
            case .nothing: return work + timeouts()
            case .refused: work += perform(sayGone())
            case .packet(let bytes, let sender): work += read(bytes, from: sender)
            }
        }
        return work
    }

    private func timeouts() -> [NsmClient.Effect] {
        guard client.phase == .announced, Double(Moment.now() - start) / 1e9 >= NsmClient.patience else { return [] }
        return perform(client.giveUpWaiting())
    }

    private func read(_ bytes: [UInt8], from sender: [UInt8]) -> [NsmClient.Effect] {
        do throws(ControlError) {
            let message = try OSCMessage(decoding: bytes)
            let wasJoined = client.phase == .joined
            // Answers go to where the welcome came from, the very next one too.
            if !wasJoined, case .accepted? = NsmCommand(message) { socket.settle(on: sender) }
            isGone = false
            return perform(client.receive(message))
        } catch {
            return [.note("from the session manager: \(error)")]
        }
    }

    private func sayGone() -> [NsmClient.Effect] {
        guard !isGone else { return [] }
        isGone = true
        return client.phase == .announced
            ? client.giveUpWaiting().map { _ in .alone("nobody listens where NSM_URL leads") }
            : [.note("the session manager is gone; the engine goes on without it")]
    }

    /// Sends what is to be sent and gives the rest.
    private func perform(_ effects: [NsmClient.Effect]) -> [NsmClient.Effect] {
        var rest: [NsmClient.Effect] = []
        for effect in effects {
            guard case .send(let message) = effect else {
                rest.append(effect)
                continue
            }
            guard let code = send(message) else { continue }
            if code == ECONNREFUSED {
                rest += sayGone()
            } else {
                rest.append(.note(SessionError.system(call: "sendto", code: code).description))
            }
        }
        return rest
    }

    private func send(_ message: OSCMessage) -> Int32? {
        do throws(ControlError) {
            return socket.send(try message.encode())
        } catch {
            return EMSGSIZE
        }
    }

    // MARK: From the engine. Each gives what there is to do now.

    public func finish(_ result: Result<String, NsmFailure>) -> [NsmClient.Effect] { perform(client.finish(result)) }

    public func tellDirty(_ isDirty: Bool) -> [NsmClient.Effect] { perform(client.tellDirty(isDirty)) }

    public func tellProgress(_ share: Double) -> [NsmClient.Effect] { perform(client.tellProgress(share)) }

    public func tell(_ words: String, priority: Int32) -> [NsmClient.Effect] { perform(client.tell(words, priority: priority)) }

    public func tellLabel(_ words: String) -> [NsmClient.Effect] { perform(client.tellLabel(words)) }

    public func tellShown(_ isShown: Bool) -> [NsmClient.Effect] { perform(client.tellShown(isShown)) }
}
