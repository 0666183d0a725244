// Tells the service manager how this process is. Any thread; never waits.

/// The socket on which systemd, or another service manager, hears of its services (sd_notify(3)).
///
/// libsystemd is not needed for it: a message is one packet of lines `NAME=value` to a Unix socket.
public final class ServiceManager: Sendable {
    private let socket: Socket
    private let address: SocketAddress
    /// Time within which the manager wants a sign of life, in milliseconds; nil if it wants none.
    public let watchdog: Int?

    /// Finds the manager by the variables NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID of the environment. Nil without one, and
    /// for an address that is not a Unix socket.
    public init?(process: Int32 = ThisProcess.identifier, _ variable: (String) -> String?) {
        guard let text = variable("NOTIFY_SOCKET"), let address = Self.address(text),
            let socket = try? Socket(.unix, .datagram)
        else { return nil }
        self.address = address
        self.socket = socket
        // A variable that is meant for another process was inherited by mistake.
        let isMeant = variable("WATCHDOG_PID").map { $0 == "\(process)" } ?? true
        let microseconds = variable("WATCHDOG_USEC").flatMap { Int($0) } ?? 0
        watchdog = isMeant && microseconds > 0 ? max(1, microseconds / 1000) : nil
    }

    /// The variables that a child process must not inherit: it would speak for this process.
    public static let variables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

    private static func address(_ text: String) -> SocketAddress? {
        if text.hasPrefix("@") { return SocketAddress(abstractName: String(text.dropFirst())) }
        return text.hasPrefix("/") ? SocketAddress(unixPath: text) : nil
    }

    /// Sends lines such as `READY=1` in one packet. False if the manager is gone or does not listen.
    @discardableResult
    public func tell(_ lines: String...) -> Bool {
        SystemError.code { () throws(SystemError) in
            try socket.send(Array(lines.joined(separator: "\n").utf8), to: address)
        } == nil
    }
}
