// Control loop only; never blocks.
import Glibc

/// One TCP connection: what came and what is to go, both bounded.
final class Connection {
    /// Not used twice, so that an answer never goes to somebody else.
    let number: UInt64
    let socket: InternetSocket
    var reader = StreamReader()
    private(set) var isClosed = false
    /// No more is read; it ends once all was sent.
    private(set) var isEnding = false

    private var output: [UInt8] = []
    /// Of `output`, bytes that were sent already.
    private var sent = 0
    /// When the other side last took something, or had nothing to take.
    private var moved: UInt64
    /// When it was accepted.
    let begun: UInt64
    /// When the last whole packet came; nothing before the first.
    var heard: UInt64?
    /// Requests that are not answered yet.
    var owed = 0
    /// Until this moment all that still comes is thrown away.
    private var drainsUntil: UInt64?

    init(number: UInt64, socket: InternetSocket, now: UInt64) {
        self.number = number
        self.socket = socket
        begun = now
        moved = now
    }

    var lastHeard: UInt64 { heard ?? begun }

    /// Quiet, and with nothing to wait for.
    func isIdle(now: UInt64) -> Bool { owed == 0 && unread == 0 && now > lastHeard && now - lastHeard > ControlLimits.idle }

    var sender: Sender { Sender(address: socket.address.socketAddress, route: .tcp(number)) }

    /// Bytes that wait for the other side to read.
    var unread: Int { output.count - sent }

    /// For poll(2): nothing more is read while answers wait.
    var events: Int32 {
        if drainsUntil != nil { return POLLIN | (unread > 0 ? POLLOUT : 0) }
        return (isEnding || unread > ControlLimits.unread || reader.hasItems ? 0 : POLLIN) | (unread > 0 ? POLLOUT : 0)
    }

    var canTake: Bool { !isClosed && !isEnding && unread <= ControlLimits.unread }

    /// Takes what has come.
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
                // Whoever shuts down only one way still gets its answers.
                end()
                return
            } else if errno != EINTR {
                if errno != EAGAIN { close() }
                return
            }
        }
    }

    /// Sends, or keeps for later. What is too much ends the connection.
    func send(_ packet: [UInt8]) {
        guard !isClosed else { return }
        if unread == 0 { moved = Moment.now() }
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
                moved = Moment.now()
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
        // The answer has to get there before the end: closed with bytes that were not read, the kernel takes it back.
        if drainsUntil == nil || shutdown(socket.descriptor, Int32(SHUT_WR)) != 0 { close() }
    }

    /// Whether it is to be given up at this time.
    func isOver(now: UInt64) -> Bool {
        isStalled(now: now) || drainsUntil.map { now > $0 } == true
            || heard == nil && now > begun && now - begun > ControlLimits.silence
    }

    func isStalled(now: UInt64) -> Bool {
        unread > 0 && now > moved && now - moved > ControlLimits.stalled
    }

    /// Reads no more packets; ends once what was answered has been taken, or after `ControlLimits.draining`.
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

    /// Reads no more.
    func end() {
        isEnding = true
        if unread == 0, !reader.hasItems { close() }
    }

    func close() { isClosed = true }
}
