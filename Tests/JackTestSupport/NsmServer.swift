// One thread: the test's.
import Glibc
import TestSupport

/// A session manager (NSM 1.1.2) that minds everything: order, types, ports, answers that nobody asked for. What a client does
/// wrong is in `faults`.
public final class NsmServer {
    public private(set) var faults: [String] = []
    /// All that came, in order.
    public private(set) var log: [NsmPacket] = []
    public let port: UInt16
    private var descriptor: Int32
    private var client: [UInt8]?
    private var isWelcome = false
    private var hasProject = false
    /// Orders whose answer is due, in the order of the orders.
    private var due: [String] = []
    private var progress: Float = 0
    private var isDirty = false
    private var capabilities = ""
    private var place = 0

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

    /// As a crash would.
    public func die() {
        if descriptor >= 0 { _ = close(descriptor) }
        descriptor = -1
    }

    public var url: String { "osc.udp://127.0.0.1:\(port)/" }

    // MARK: To the client

    public func welcome(_ serverCapabilities: String = ":server-control:broadcast:optional-gui:") {
        isWelcome = true
        send(
            NsmPacket(
                "/reply", .text("/nsm/server/announce"), .text("Acknowledged"), .text("strict"), .text(serverCapabilities)))
    }

    public func refuse(_ code: Int32, _ words: String) {
        send(NsmPacket("/error", .text("/nsm/server/announce"), .int(code), .text(words)))
    }

    public func open(_ path: String, name: String = "a session", id: String) {
        progress = 0
        due.append("/nsm/client/open")
        send(NsmPacket("/nsm/client/open", .text(path), .text(name), .text(id)))
    }

    public func save() {
        progress = 0
        due.append("/nsm/client/save")
        send(NsmPacket("/nsm/client/save"))
    }

    public func send(_ packet: NsmPacket) { send(packet.bytes) }

    public func send(_ bytes: [UInt8]) {
        guard let client else { return }
        let sent = unsafe client.withUnsafeBytes { raw in
            unsafe sendto(descriptor, bytes, bytes.count, 0, raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), 16)
        }
        if sent != bytes.count { faults.append("could not send: \(errno)") }
    }

    /// For packets that are no orders but must be answered.
    public func expectAnswer(to path: String) { due.append(path) }

    // MARK: From the client

    /// Waits for the next message of a path that was not looked at yet; what comes before it stays for others.
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

    /// The answer to the order that was given first, whichever it is.
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

    /// Takes what comes for so long.
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
            faults.append("no OSC message of NSM: \(bytes.prefix(count))")
            return true
        }
        if let client, client != name { faults.append("\(packet) came from another port") }
        client = client ?? name
        mind(packet)
        log.append(packet)
        return true
    }

    /// What the document says about each message of a client.
    private func mind(_ packet: NsmPacket) {
        func fault(_ words: String) { faults.append("\(words): \(packet)") }
        func mustBe(_ types: String) { if packet.types != types { fault("types are ,\(types)") } }
        func mustHave(_ capability: String) {
            if !capabilities.contains(":\(capability):") { fault("without :\(capability):") }
        }
        if packet.path != "/nsm/server/announce", !isWelcome { fault("before the welcome") }
        switch packet.path {
        case "/nsm/server/announce":
            mustBe("sssiii")
            if !log.isEmpty { fault("announced late or twice") }
            capabilities = packet.text(1)
            if !capabilities.hasPrefix(":") || !capabilities.hasSuffix(":") { fault("capabilities stand in colons") }
            if packet.text(0).contains(where: { ":/\n".contains($0) }) { fault("a name that files of sessions cannot hold") }
            if packet.int(3) != 1 || packet.int(4) < 0 { fault("API 1.x") }
        case "/reply", "/error":
            mustBe(packet.path == "/reply" ? "ss" : "sis")
            if due.first != packet.text(0) { fault("not what is due (\(due))") } else { due.removeFirst() }
            progress = 0
            if packet.path == "/error", packet.int(1) >= 0 { fault("a code below 0") }
            if packet.text(0) == "/nsm/client/open" {
                hasProject = packet.path == "/reply"
                isDirty = false
            }
        case "/nsm/client/progress":
            mustHave("progress")
            mustBe("f")
            if due.isEmpty { fault("nothing is under way") }
            if !(progress...1).contains(packet.float(0)) { fault("back, or past 1 (was \(progress))") }
            progress = packet.float(0)
        case "/nsm/client/is_dirty", "/nsm/client/is_clean":
            mustHave("dirty")
            mustBe("")
            let isNew = packet.path == "/nsm/client/is_dirty"
            if isNew == isDirty { fault("said already") }
            isDirty = isNew
        case "/nsm/client/message":
            mustHave("message")
            mustBe("is")
            if !(0...3).contains(packet.int(0)) { fault("a priority of 0 to 3") }
        case "/nsm/client/label":
            mustBe("s")
            if !hasProject { fault("before there is a project") }
        case "/nsm/client/gui_is_shown", "/nsm/client/gui_is_hidden":
            mustHave("optional-gui")
            mustBe("")
        default: fault("nothing a client says")
        }
    }
}
