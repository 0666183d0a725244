// The engine's end of the control socket. One thread makes it, polls it and closes it.
import System

/// An engine's Unix datagram socket of mode 0600, which obeys its own user (and root) only; also UDP and TCP when opened.
public struct ControlServer: ~Copyable {
    /// The engine's name.
    public let engine: String
    /// The path of the socket.
    public let path: String
    /// Packets accepted, refused and lost.
    public internal(set) var counters = ControlCounters()

    private(set) var socket: UnixSocket
    private var identity: FileStatus.Identity?
    /// Held until the server is closed.
    private var lock: SocketLock?
    private var lockIdentity: FileStatus.Identity?
    /// True once there is a directory file.
    var hasDirectory = false
    var outbox = Outbox()
    var shares: SendShares
    var network = Network()
    /// Messages of the Unix socket.
    var own = MessageQueue()
    /// Messages of the Unix socket that were given since the last one of the network.
    var ownInARow = 0
    var buffer = [UInt8](repeating: 0, count: ControlLimits.packet + 4)
    private var isOpen = true

    /// Opens the socket: makes its folder, replaces a socket that nobody listens at. Throws `.alreadyRuns` when an engine does.
    public init(engine: String, path: String) throws(ControlError) {
        let address = try SocketAddress(path: path)
        try ControlPath.makeFolder(of: path)
        try ControlPath.checkFolder(of: path)
        let lock = try SocketLock(engine: engine, path: path)
        let lockIdentity = lock.identity
        try Self.clear(address, engine: engine, path: path)
        let socket = try UnixSocket(path: path)
        try socket.bind(address, path: path)
        shares = SendShares(buffer: try socket.sendBuffer(path: path))
        self.engine = engine
        self.path = path
        self.lock = consume lock
        self.socket = socket
        self.lockIdentity = lockIdentity
        identity = FileStatus.unfollowed(path)?.identity
    }

    /// Binds a new socket where the name of the old one is gone, or is that of a socket at which nobody listens: whatever cleans folders
    /// of runtime files removes it, and nobody could reach the engine. Call it now and then. A name whose lock another engine holds is
    /// left alone. Clients of the old socket find it closed, as if the engine had been started anew.
    ///
    /// Returns true if a socket was bound. Throws if the folder or the socket cannot be made, and for another file or another
    /// engine's socket at the name, which stays.
    public mutating func keepName() throws(ControlError) -> Bool {
        guard isOpen else { return false }
        if let identity, FileStatus.unfollowed(path)?.identity == identity { return false }
        let address = try SocketAddress(path: path)
        try ControlPath.makeFolder(of: path)
        try ControlPath.checkFolder(of: path)
        if lockIdentity == nil || FileStatus.unfollowed(SocketLock.file(path))?.identity != lockIdentity {
            // The lock file is gone as well, so that another engine may have come.
            guard let descriptor = try SocketLock.take(path) else { return false }
            lockIdentity = SocketLock.identity(of: descriptor)
            if let old = lock.take() {
                lock = old.renewed(by: descriptor)
            } else {
                lock = SocketLock(descriptor: descriptor, mark: -1)
            }
        }
        try Self.clear(address, engine: engine, path: path)
        let fresh = try UnixSocket(path: path)
        let room = try fresh.sendBuffer(path: path)
        // The last step that can fail: a name that is there is not looked at again.
        try fresh.bind(address, path: path)
        shares = SendShares(buffer: room)
        socket = consume fresh
        identity = FileStatus.unfollowed(path)?.identity
        if hasDirectory { try writeDirectory() }
        return true
    }

    deinit {
        // For an error of the removal, call close() first.
        if isOpen, Self.remove(path, identity) == nil { try? File.remove(path + ".json") }
    }

    /// Milliseconds until `flush()` and `receive()` are due, for poll(2); -1 when nothing waits.
    public var retryTimeout: Int32 {
        if !own.isEmpty || network.udp.contains(where: { !$0.isDone }) || network.connections.contains(where: \.isDue) {
            return 0
        }
        if network.acceptsFrom > Moment.now.nanoseconds { return 500 }
        if !outbox.isEmpty { return ControlLimits.retry }
        // Connections whose peers read nothing are closed at that time.
        return network.connections.contains { $0.unread > 0 || $0.isEnding || $0.heard == nil } ? 1000 : -1
    }

    /// Stops listening, and removes the socket file and the directory file when they are still this engine's. From then on another
    /// engine can have the path and the ports, while this process still ends. A second call does nothing.
    ///
    /// - Parameters:
    ///   - kept: senders whose TCP connections stay open until this value ends: they wait for the end of the engine.
    ///   - keepsPath: true to let no other process have the path until this one makes its next engine there, calls
    ///     `ControlPath.letGo`, or ends.
    public mutating func close(keeping kept: Set<Sender> = [], keepsPath: Bool = false) throws(ControlError) {
        guard isOpen else { return }
        isOpen = false
        defer { if keepsPath, let own = lock.take() { own.keep(path) } else { lock = nil } }
        for connection in network.connections { connection.flush() }
        network.connections.removeAll { !kept.contains($0.sender) }
        network.listeners = []
        network.udp = []
        if identity != nil, FileStatus.unfollowed(path)?.identity == identity { try? File.remove(directoryPath) }
        if let code = Self.remove(path, identity) { throw .system(call: "unlink", path: path, code: code) }
    }

    private static func remove(_ path: String, _ identity: FileStatus.Identity?) -> Int32? {
        guard let identity, FileStatus.unfollowed(path)?.identity == identity else { return nil }
        do throws(SystemError) { try File.removeIfThere(path) } catch { return error.code }
        return nil
    }

    /// Removes a dead socket. The lock is held, so no other engine does the same at this time.
    private static func clear(_ address: SocketAddress, engine: String, path: String) throws(ControlError) {
        guard let status = FileStatus.unfollowed(path) else { return }
        guard status.isSocket else { throw .notASocket(path) }
        let probe = try UnixSocket(path: path)
        switch probe.connect(address) {
        case Errno.refused, Errno.missing: break
        case nil: throw .alreadyRuns(engine: engine, path: path)
        case let code?: throw .system(call: "connect", path: path, code: code)
        }
        do throws(SystemError) { try File.removeIfThere(path) } catch { throw ControlError(error) }
    }
}

/// Packets accepted, refused and lost at the control socket, since the engine's start.
public struct ControlCounters: Sendable, Equatable {
    /// Packets accepted.
    public internal(set) var received = 0
    /// Packets refused unread: from another user, or too large.
    public internal(set) var refused = 0
    /// Answers without a receiver: the sender has no name, or is gone.
    public internal(set) var unanswerable = 0
    /// Answers discarded because the sender did not read them.
    public internal(set) var dropped = 0
}
