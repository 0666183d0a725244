// Tests of the sockets of System: addresses, packets, streams, queued errors. Loopback only.
import System
import TestSupport
import Testing

/// The calls of `Socket`, as `Control`, `Session` and dicta-bench use them.
@Suite("Sockets: the calls of the kernel")
struct SocketTests {
    static func loopback(_ family: Socket.Family, port: UInt16 = 0) -> SocketAddress {
        InternetAddress(host: InternetAddress.loopback[family == .four ? 0 : 1], port: port).socketAddress
    }

    /// A UDP socket with an address.
    static func packetSocket(_ family: Socket.Family) throws -> Socket {
        let socket = try Socket(family, .datagram)
        try socket.set(.queuedErrors)
        try socket.bind(loopback(family))
        return socket
    }

    @Test("a Unix stream tells process and user of who listens")
    func peers() throws {
        let folder = TempFolder()
        let address = try #require(SocketAddress(unixPath: folder.file("socket")))
        let (one, two) = (try Socket(.unix, .stream), try Socket(.unix, .stream))
        try one.bind(address)
        try one.listen(waiting: 1)
        try two.connect(address)
        let peer = try two.peer()
        #expect(peer.process == ThisProcess.identifier && peer.user == ThisProcess.user)
    }

    @Test("a packet comes with its sender; nothing comes twice", arguments: [Socket.Family.four, .six])
    func packets(family: Socket.Family) throws {
        let (one, two) = (try Self.packetSocket(family), try Self.packetSocket(family))
        let (first, second) = (try one.internetAddress(), try two.internetAddress())
        #expect(first.isLoopback && first.family == family && first.port != second.port)
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(try two.receivePacket(into: &buffer) == nil)
        try one.send([1, 2, 3], to: second.socketAddress)
        #expect(try two.wait(milliseconds: 1000))
        let packet = try #require(try two.receivePacket(into: &buffer))
        #expect(packet.count == 3 && buffer.starts(with: [1, 2, 3]) && packet.from == first.socketAddress)
        #expect(try two.receive(into: &buffer) == nil)
    }

    @Test(
        "packets without a receiver are reported, and the next packet is sent all the same",
        arguments: [Socket.Family.four, .six])
    func undelivered(family: Socket.Family) throws {
        let (one, reader) = (try Self.packetSocket(family), try Self.packetSocket(family))
        let there = try reader.internetAddress().socketAddress
        // This receiver is closed at once.
        let dead = try Self.packetSocket(family).internetAddress().socketAddress
        try one.send([1], to: dead)
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(throws: SystemError("recvfrom", code: Errno.refused)) { _ = try one.receivePacket(into: &buffer) }
        #expect(Errno.undelivered.contains(Errno.refused))
        #expect(one.takeUndelivered(atMost: 8) == [dead] && one.takeUndelivered(atMost: 8).isEmpty)
        for _ in 0..<2 {
            try one.send([2], to: dead)
            var reported: [SocketAddress] = []
            try one.send([3], to: there) { code in
                reported += one.takeUndelivered(atMost: 8)
                return code == Errno.refused
            }
            #expect(reported == [dead])
            #expect(try reader.receive(into: &buffer) == 1 && buffer[0] == 3)
        }
        try one.send([4], to: dead)
        #expect(throws: SystemError("sendto", code: Errno.refused)) { try one.send([5], to: there) { _ in false } }
    }

    @Test("a stream: nobody waits, accepted with the peer's address, half closed, closed")
    func streams() throws {
        let listener = try Socket(.four, .stream)
        try listener.set(.reuseAddress)
        try listener.bind(Self.loopback(.four))
        try listener.listen(waiting: 4)
        #expect(try listener.accept() == nil)
        let client = try Socket(.four, .stream)
        let code = SystemError.code { () throws(SystemError) in try client.connect(try listener.internetAddress().socketAddress) }
        #expect(code == nil || code == Errno.inProgress)
        #expect(try client.wait(writes: true, milliseconds: 1000))
        #expect(try client.takeError() == 0)
        let accepted = try #require(try listener.accept())
        #expect(accepted.peer == (try client.internetAddress().socketAddress))
        for option in [Socket.Option.noDelay, .keepAlive, .keepAliveIdle(seconds: 30), .unconfirmedTimeout(milliseconds: 1000)] {
            try accepted.socket.set(option)
        }
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(try accepted.socket.receive(into: &buffer) == nil)
        #expect(try client.send([7, 8, 9][1...]) == 2)
        try client.endSending()
        #expect(try accepted.socket.wait(milliseconds: 1000))
        #expect(try accepted.socket.receive(into: &buffer, atMost: 1) == 1 && buffer[0] == 8)
        #expect(try accepted.socket.receive(into: &buffer) == 1 && buffer[0] == 9)
        #expect(try accepted.socket.receive(into: &buffer) == 0)
    }

    @Test("the kernel names the user who sent a packet through a Unix socket; a packet that is too long is marked")
    func user() throws {
        let folder = TempFolder()
        let address = try #require(SocketAddress(unixPath: folder.file("x.sock")))
        #expect(address.path == folder.file("x.sock") && address.isNamed)
        let socket = try Socket(.unix, .datagram)
        try socket.set(.senderUser)
        try socket.bind(address)
        let sender = try Socket(.unix, .datagram)
        try sender.connect(address)
        var buffer = [UInt8](repeating: 0, count: 2)
        #expect(try socket.receiveWithUser(into: &buffer) == nil)
        try sender.send([1, 2])
        try sender.send([1, 2, 3])
        let whole = try #require(try socket.receiveWithUser(into: &buffer))
        #expect(whole.user == ThisProcess.user && whole.count == 2 && !whole.isCut && !whole.from.isNamed)
        #expect(try #require(try socket.receiveWithUser(into: &buffer)).isCut)
    }

    @Test("errors name the call")
    func errors() throws {
        let taken = try Self.packetSocket(.four)
        let address = try taken.internetAddress().socketAddress
        let other = try Socket(.four, .datagram)
        #expect(throws: SystemError("bind", code: Errno.addressInUse)) { try other.bind(address) }
        let unix = try Socket(.unix, .datagram)
        let missing = try #require(SocketAddress(unixPath: "/nonexistent/x"))
        #expect(throws: SystemError("connect", code: Errno.missing)) { try unix.connect(missing) }
        #expect(throws: SystemError("send", code: Errno.notConnected)) { try unix.send([1]) }
        #expect(throws: SystemError("setsockopt", code: Errno.notSupported)) { try unix.set(.noDelay) }
        #expect(throws: SystemError("getsockname", code: Errno.wrongFamily)) { _ = try unix.internetAddress() }
        #expect(throws: SystemError.self) { try other.listen(waiting: 1) }
    }

    @Test("addresses: digits are looked up without a network, paths have a limit")
    func addresses() throws {
        for (text, host) in zip(["127.0.0.1", "::1"], InternetAddress.loopback) {
            #expect(try HostName.addresses(of: text, port: "9000", .datagram) == [InternetAddress(host: host, port: 9000)])
        }
        let error = try #require(throws: HostNameError.self) {
            _ = try HostName.addresses(of: "127.0.0.1", port: "no-such-service", .datagram)
        }
        #expect(!error.reason.isEmpty && error.description.hasSuffix(error.reason))
        let longest = "/" + String(repeating: "x", count: SocketAddress.longestPath - 1)
        #expect(SocketAddress(unixPath: longest)?.path == longest)
        for wrong in ["", longest + "x", "/a\0b"] { #expect(SocketAddress(unixPath: wrong) == nil) }
    }

    @Test("a socket that waits gives up after its time; none waits when told not to")
    func timeout() throws {
        let socket = try Socket(.four, .datagram, waits: true)
        try socket.bind(Self.loopback(.four))
        try socket.set(.receiveTimeout(seconds: 60))
        var buffer: [UInt8] = [0]
        let before = Moment.now
        #expect(try socket.receive(into: &buffer, waits: false) == nil)
        #expect(Moment.now.seconds(since: before) < 50)
        try socket.set(.receiveTimeout(seconds: 1))
        let start = Moment.now
        #expect(try socket.receive(into: &buffer) == nil)
        #expect(Moment.now.seconds(since: start) > 0.9)
    }
}
