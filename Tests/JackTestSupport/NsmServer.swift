// A strict session manager for tests. One thread: the test's.
import Glibc
import TestSupport

/// A session manager (NSM 1.1.2) that checks everything: order, types, ports, answers to no question. Mistakes of a client
/// are in `faults`.
public final class NsmServer {
    /// Mistakes of the client, in words.
    public private(set) var faults: [String] = []
    /// All messages received, in order.
    public private(set) var log: [NsmPacket] = []
    /// UDP port of the manager.
    public let port: UInt16
    private var descriptor: Int32
    private var client: [UInt8]?
    private var isWelcome = false
    private var hasProject = false
    /// Commands whose answer is due, in the order in which they were sent.
    private var due: [String] = []
    private var progress: Float = 0
    private var isDirty = false
    private var capabilities = ""
    private var place = 0

    /// Opens a UDP port on the loopback; nil when the kernel refuses.
    public init?() {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, size) == 0 && getsockname(descriptor, pointer, &size) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        self.descriptor = descriptor
        guard code else { return nil }
    }

    deinit { die() }

    /// Closes the socket, as a crash would.
    public func die() {
        if descriptor >= 0 { _ = close(descriptor) }
        descriptor = -1
    }

    /// Address for the client's `NSM_URL`.
    public var url: String { "osc.udp://127.0.0.1:\(port)/" }

    // MARK: To the client

    /// Accepts the client's announcement.
    public func welcome(_ serverCapabilities: String = ":server-control:broadcast:optional-gui:") {
        isWelcome = true
        send(
            NsmPacket(
                "/reply", .text("/nsm/server/announce"), .text("Acknowledged"), .text("strict"), .text(serverCapabilities)))
    }

    /// Sends to the client of another manager from now on, as any program of the machine can.
    public func meddle(with other: NsmServer) { client = other.client }

    /// Refuses the client's announcement, with a code and words.
    public func refuse(_ code: Int32, _ words: String) {
        send(NsmPacket("/error", .text("/nsm/server/announce"), .int(code), .text(words)))
    }

    /// Tells the client to open a project.
    public func open(_ path: String, name: String = "a session", id: String) {
        progress = 0
        due.append("/nsm/client/open")
        send(NsmPacket("/nsm/client/open", .text(path), .text(name), .text(id)))
    }

    /// Tells the client to save.
    public func save() {
        progress = 0
        due.append("/nsm/client/save")
        send(NsmPacket("/nsm/client/save"))
    }

    /// Sends a message to the client.
    public func send(_ packet: NsmPacket) { send(packet.bytes) }

    /// Sends bytes to the client, malformed ones too.
    public func send(_ bytes: [UInt8]) {
        guard let client else { return }
        let sent = unsafe client.withUnsafeBytes { raw in
            unsafe sendto(descriptor, bytes, bytes.count, 0, raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), 16)
        }
        if sent != bytes.count { faults.append("the manager could not send: \(errno)") }
    }

    /// Expects an answer to a packet that is no NSM command but must be answered.
    public func expectAnswer(to path: String) { due.append(path) }

    // MARK: From the client

    /// Waits for the next unread message of a path. Messages before it stay in the log.
    public func await(_ path: String, seconds: Double = 10, _ fits: (NsmPacket) -> Bool = { _ in true }) -> NsmPacket? {
        let end = now + seconds
        while true {
            while place < log.count {
                defer { place += 1 }
                if log[place].path == path, fits(log[place]) { return log[place] }
            }
            guard now < end, receive(within: end - now) else { return nil }
        }
    }

    /// Waits for the answer to the oldest open command, a reply or an error.
    public func answer(seconds: Double = 20) -> NsmPacket? {
        let end = now + seconds
        while true {
            while place < log.count {
                defer { place += 1 }
                if ["/reply", "/error"].contains(log[place].path) { return log[place] }
            }
            guard now < end, receive(within: end - now) else { return nil }
        }
    }

    /// Receives messages for `seconds`.
    public func listen(seconds: Double) {
        let end = now + seconds
        while now < end { _ = receive(within: end - now) }
    }

    private var now: Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func receive(within seconds: Double) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&entry, 1, Int32(max(0, seconds) * 1000) + 1) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var name = [UInt8](repeating: 0, count: 16)
        var size = socklen_t(16)
        let count = unsafe name.withUnsafeMutableBytes { name in
            unsafe recvfrom(
                descriptor, &bytes, bytes.count, 0, name.baseAddress!.assumingMemoryBound(to: sockaddr.self), &size)
        }
        guard count > 0 else { return true }
        guard let packet = NsmPacket(Array(bytes.prefix(count))) else {
            faults.append("not an NSM message: \(bytes.prefix(count))")
            return true
        }
        if let client, client != name { faults.append("\(packet) came from another port") }
        client = client ?? name
        mind(packet)
        log.append(packet)
        return true
    }

    /// Checks a message of a client against the NSM document.
    private func mind(_ packet: NsmPacket) {
        func fault(_ words: String) { faults.append("\(words): \(packet)") }
        func mustBe(_ types: String) { if packet.types != types { fault("the types must be ,\(types)") } }
        func mustHave(_ capability: String) {
            if !capabilities.contains(":\(capability):") { fault("sent without the capability :\(capability):") }
        }
        if packet.path != "/nsm/server/announce", !isWelcome { fault("sent before the welcome") }
        switch packet.path {
        case "/nsm/server/announce":
            mustBe("sssiii")
            if !log.isEmpty { fault("announced late or twice") }
            capabilities = packet.text(1)
            if !capabilities.hasPrefix(":") || !capabilities.hasSuffix(":") { fault("capabilities without colons") }
            if packet.text(0).contains(where: { ":/\n".contains($0) }) { fault("a name that session files cannot hold") }
            if packet.int(3) != 1 || packet.int(4) < 0 { fault("the API version must be 1.x") }
        case "/reply", "/error":
            mustBe(packet.path == "/reply" ? "ss" : "sis")
            if due.first != packet.text(0) { fault("an answer out of turn (due: \(due))") } else { due.removeFirst() }
            progress = 0
            if packet.path == "/error", packet.int(1) >= 0 { fault("an error code must be below 0") }
            // A client that cannot open a project may keep the one before.
            if packet.text(0) == "/nsm/client/open", packet.path == "/reply" { (hasProject, isDirty) = (true, false) }
        case "/nsm/client/progress":
            mustHave("progress")
            mustBe("f")
            if due.isEmpty { fault("progress while no command is open") }
            if !(progress...1).contains(packet.float(0)) { fault("progress went back or past 1 (was \(progress))") }
            progress = packet.float(0)
        case "/nsm/client/is_dirty", "/nsm/client/is_clean":
            mustHave("dirty")
            mustBe("")
            let isNew = packet.path == "/nsm/client/is_dirty"
            if isNew == isDirty { fault("this state was already sent") }
            isDirty = isNew
        case "/nsm/client/message":
            mustHave("message")
            mustBe("is")
            if !(0...3).contains(packet.int(0)) { fault("the priority must be 0 to 3") }
        case "/nsm/client/label":
            mustBe("s")
            if !hasProject { fault("a label before a project is open") }
        case "/nsm/client/gui_is_shown", "/nsm/client/gui_is_hidden":
            mustHave("optional-gui")
            mustBe("")
        default: fault("no message of a client")
        }
    }
}
