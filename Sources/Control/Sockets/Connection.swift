// One TCP connection of the server. One thread at a time; never blocks.
import System

/// One TCP connection with its input and output, both bounded.
final class Connection {
    /// The connection's number; numbers are not reused, so that an answer never goes to another peer.
    let number: UInt64
    let socket: InternetSocket
    var reader = StreamReader()
    /// Messages of a packet that wait for their turn.
    var messages = MessageQueue()
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
    /// The moment at which the peer ended its output, in nanoseconds; nil before. The connection waits for answers that are still
    /// to be made, for `ControlLimits.stalled` at most.
    private var lastWord: UInt64?
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

    /// True while packets or messages wait that were read.
    private var hasWork: Bool { reader.hasItems || !messages.isEmpty }

    /// The entry for poll(2): nothing more is read while many answers wait. Nil while there is nothing to read or write: poll(2)
    /// would report a peer that has ended its output again and again.
    var pollEntry: PollEntry? {
        let reads = drainsUntil != nil || !isEnding && unread <= ControlLimits.unread && !hasWork
        guard !isClosed, reads || unread > 0 else { return nil }
        return PollEntry(socket.descriptor, reads: reads, writes: unread > 0)
    }

    /// True when the server has something to do for the connection before the peer sends or takes more: packets that are read
    /// already, also those of a peer that has ended its output, or the removal of a closed connection.
    var isDue: Bool { isClosed || hasWork && unread <= ControlLimits.unread }

    var canTake: Bool { !isClosed && !isEnding && unread <= ControlLimits.unread }

    /// Reads the bytes that have arrived; discards them while the connection drains.
    func receive(into buffer: inout [UInt8]) {
        let drains = drainsUntil != nil
        guard drains || canTake && !hasWork else { return }
        var taken = 0
        do throws(SystemError) {
            while taken < ControlLimits.readATurn,
                let count = try socket.base.receive(into: &buffer, atMost: ControlLimits.readATurn)
            {
                // A peer that shuts down one direction still gets its answers.
                guard count > 0 else { return drains ? close() : end() }
                if !drains { reader.add(buffer.prefix(count)) }
                taken += count
            }
        } catch { close() }
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
            do throws(SystemError) {
                let count = try socket.base.send(output[sent...])
                sent += count
                moved = Moment.now.nanoseconds
            } catch {
                if error.code == Errno.wouldBlock { break }
                close()
                return
            }
        }
        if sent == output.count || sent > 1 << 20 {
            output.removeFirst(sent)
            sent = 0
        }
        guard isEnding, unread == 0, owed == 0, !hasWork else { return }
        // The answer must arrive before the end: when a socket is closed with unread input, the kernel discards its output.
        guard drainsUntil != nil else { return close() }
        do throws(SystemError) { try socket.base.endSending() } catch { close() }
    }

    /// True when the connection must be closed at this moment.
    func isOver(now: UInt64) -> Bool {
        isStalled(now: now) || drainsUntil.map { now > $0 } == true
            || unread == 0 && !hasWork && lastWord.map { now > $0 && now - $0 > ControlLimits.stalled } == true
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

    /// Reads no more; closes once the answers are made and taken.
    func end() {
        isEnding = true
        lastWord = Moment.now.nanoseconds
        if unread == 0, owed == 0, !hasWork { close() }
    }

    func close() { isClosed = true }
}
