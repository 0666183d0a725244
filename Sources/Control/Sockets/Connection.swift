// One TCP connection of the server. One thread at a time; never blocks.
import Glibc
import System

/// One TCP connection with its input and output, both bounded.
final class Connection {
    /// The connection's number; numbers are not reused, so that an answer never goes to another peer.
    let number: UInt64
    let socket: InternetSocket
    var reader = StreamReader()
    private(set) var isClosed = false
    /// True when no more is read: the connection closes once all output is sent.
    private(set) var isEnding = false

    private var output: [UInt8] = []
    /// Bytes of `output` that are already sent.
    private var sent = 0
    /// The last moment at which the peer took output or had none to take, in nanoseconds.
    private var moved: UInt64
    /// The moment of accepting, in nanoseconds.
    let begun: UInt64
    /// The moment of the last whole packet, in nanoseconds; nil before the first.
    var heard: UInt64?
    /// Requests that wait for their answers.
    var owed = 0
    /// All input is discarded until this moment.
    private var drainsUntil: UInt64?

    init(number: UInt64, socket: InternetSocket, now: UInt64) {
        self.number = number
        self.socket = socket
        begun = now
        moved = now
    }

    var lastHeard: UInt64 { heard ?? begun }

    /// True when the connection is quiet and waits for no answer.
    func isIdle(now: UInt64) -> Bool { owed == 0 && unread == 0 && now > lastHeard && now - lastHeard > ControlLimits.idle }

    var sender: Sender { Sender(address: socket.address.socketAddress, route: .tcp(number)) }

    /// Bytes that the peer has not read yet.
    var unread: Int { output.count - sent }

    /// The events for poll(2): nothing more is read while many answers wait.
    var events: Int32 {
        if drainsUntil != nil { return POLLIN | (unread > 0 ? POLLOUT : 0) }
        return (isEnding || unread > ControlLimits.unread || reader.hasItems ? 0 : POLLIN) | (unread > 0 ? POLLOUT : 0)
    }

    var canTake: Bool { !isClosed && !isEnding && unread <= ControlLimits.unread }

    /// Reads the bytes that have arrived.
    func receive(into buffer: inout [UInt8]) {
        if drainsUntil != nil { return drain(&buffer) }
        guard canTake, !reader.hasItems else { return }
        var taken = 0
        while taken < ControlLimits.readATurn {
            let count = unsafe recv(socket.descriptor, &buffer, min(buffer.count, ControlLimits.readATurn), 0)
            if count > 0 {
                reader.add(buffer.prefix(count))
                taken += count
            } else if count == 0 {
                // A peer that shuts down one direction still gets its answers.
                end()
                return
            } else if errno != EINTR {
                if errno != EAGAIN { close() }
                return
            }
        }
    }

    /// Sends a packet, or keeps it for later. Too much unread output closes the connection.
    func send(_ packet: [UInt8]) {
        guard !isClosed else { return }
        if unread == 0 { moved = Moment.now.nanoseconds }
        output += reader.framed(packet)
        flush()
        if unread > ControlLimits.waitingBytes { close() }
    }

    func flush() {
        guard !isClosed else { return }
        while unread > 0 {
            let count = unsafe output.withUnsafeBytes { bytes in
                unsafe Glibc.send(socket.descriptor, bytes.baseAddress! + sent, unread, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                sent += count
                moved = Moment.now.nanoseconds
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                close()
                return
            }
        }
        if sent == output.count || sent > 1 << 20 {
            output.removeFirst(sent)
            sent = 0
        }
        guard unread == 0, isEnding, !reader.hasItems else { return }
        // The answer must arrive before the end: when a socket is closed with unread input, the kernel discards its output.
        if drainsUntil == nil || shutdown(socket.descriptor, Int32(SHUT_WR)) != 0 { close() }
    }

    /// True when the connection must be closed at this moment.
    func isOver(now: UInt64) -> Bool {
        isStalled(now: now) || drainsUntil.map { now > $0 } == true
            || heard == nil && now > begun && now - begun > ControlLimits.silence
    }

    func isStalled(now: UInt64) -> Bool {
        unread > 0 && now > moved && now - moved > ControlLimits.stalled
    }

    /// Reads no more packets; closes once the answers are taken, or after `ControlLimits.draining`.
    func hangUp(now: UInt64) {
        drainsUntil = now + ControlLimits.draining
        isEnding = true
        flush()
    }

    private func drain(_ buffer: inout [UInt8]) {
        var taken = 0
        while taken < ControlLimits.readATurn {
            let count = unsafe recv(socket.descriptor, &buffer, min(buffer.count, ControlLimits.readATurn), 0)
            if count > 0 {
                taken += count
            } else if count == 0 || errno != EINTR {
                if count == 0 || errno != EAGAIN { close() }
                return
            }
        }
    }

    /// Reads no more; closes once the answers are taken.
    func end() {
        isEnding = true
        if unread == 0, !reader.hasItems { close() }
    }

    func close() { isClosed = true }
}
