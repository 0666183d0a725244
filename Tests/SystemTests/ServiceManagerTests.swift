// Tests of messages to the service manager, at sockets of the test (C15).
import System
import Testing

@Suite("The service manager: sd_notify")
struct ServiceManagerTests {
    /// A socket of the manager, and what the environment says of it.
    private func manager(_ text: String) throws -> Socket {
        let socket = try Socket(.unix, .datagram)
        let address =
            text.hasPrefix("@") ? SocketAddress(abstractName: String(text.dropFirst())) : SocketAddress(unixPath: text)
        try socket.bind(try #require(address))
        return socket
    }

    private func packet(_ socket: Socket) throws -> String {
        guard try socket.wait(milliseconds: 5000) else { return "nothing" }
        return String(decoding: try File.readSome(socket.descriptor, atMost: 4096), as: UTF8.self)
    }

    @Test func messagesReachAPathAndAnAbstractName() throws {
        let folder = try File.makeUniqueFolder("/tmp/dicta-service-XXXXXX")
        defer { #expect(throws: Never.self) { try File.removeFolder(folder) } }
        for text in ["\(folder)/notify", "@dicta-service-\(ThisProcess.identifier)"] {
            let socket = try manager(text)
            let service = try #require(ServiceManager { $0 == "NOTIFY_SOCKET" ? text : nil })
            #expect(service.tell("READY=1", "STATUS=idle") && service.watchdog == nil)
            #expect(try packet(socket) == "READY=1\nSTATUS=idle")
        }
        try File.remove("\(folder)/notify")
        // The manager is gone.
        let service = try #require(ServiceManager { $0 == "NOTIFY_SOCKET" ? "\(folder)/notify" : nil })
        #expect(!service.tell("READY=1"))
    }

    @Test(arguments: [nil, "", "relative", "vsock:2:1", "@", "/" + String(repeating: "x", count: 200)] as [String?])
    func anythingElseIsNoManager(text: String?) {
        #expect(ServiceManager { $0 == "NOTIFY_SOCKET" ? text : nil } == nil)
    }

    @Test func theWatchdogIsForThisProcessOnly() {
        func watchdog(_ time: String, for process: String?) -> Int? {
            let variables = ["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": time, "WATCHDOG_PID": process]
            return ServiceManager(process: 12) { variables[$0] ?? nil }?.watchdog
        }
        #expect(watchdog("3000000", for: "12") == 3000 && watchdog("3000000", for: nil) == 3000)
        #expect(watchdog("3000000", for: "13") == nil && watchdog("x", for: nil) == nil && watchdog("-5", for: nil) == nil)
        #expect(watchdog("1", for: nil) == 1)
    }
}
