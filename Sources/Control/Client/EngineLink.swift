// A lasting connection to one engine, for programs with a loop of their own. One thread; never waits.
public import Dictation
public import System

/// A connection to one engine, over its Unix socket or over TCP, for a program that polls: requests go out, and answers and state
/// messages come in, in any order.
///
/// No request waits for the answer to another one. The engine answers by address; a request whose address has one under way gets a
/// number, which its answer names too.
public final class EngineLink {
    /// One thing that came from the engine.
    public enum Arrival: Sendable {
        /// The answer to the request with that ticket.
        case answer(ticket: Int, Result<Reply, Failure>)
        /// The state of a topic.
        case state(StateMessage)
        /// Any other message, such as an event.
        case message(OSCMessage)
    }

    private struct Open {
        let ticket: Int
        var answers: Answers
        let end: Moment
    }

    /// Most packets that wait for room in the engine's queue.
    private static let most = 256

    private let carrier: any PacketCarrier
    private let name: String
    private var open: [Open] = []
    private var nextNumber: Int32 = 1
    private var outbox: [[UInt8]] = []

    /// Connects to the Unix socket at a path. Throws as `ControlClient` does.
    public init(engine: String, path: String) throws(ControlError) {
        carrier = try LocalCarrier(engine: engine, path: path)
        name = engine
    }

    /// Begins to connect over TCP. A connection that cannot be made is told by `receive`.
    public init(url: String) throws(ControlError) {
        carrier = try StreamCarrier(url: url)
        name = url
    }

    /// The descriptor to poll for reading.
    public var descriptor: Int32 { carrier.descriptor }
    /// True while the descriptor is to be polled for writing too.
    public var waitsToWrite: Bool { carrier.waitsToWrite || !outbox.isEmpty }
    /// The tickets without an answer yet.
    public var tickets: [Int] { open.map(\.ticket) }
    /// The time at which `receive` throws `.timeout` if no answer comes before; nil if none is awaited.
    public var deadline: Moment? { open.map(\.end).min() }

    /// Sends a request.
    public func ask(_ request: Request, ticket: Int) throws(ControlError) {
        let message = request.message
        let isAlone = !open.contains { $0.answers.path == message.path }
        let number = isAlone ? nil : nextNumber
        if !isAlone { nextNumber &+= 1 }
        let packet = try message.asking(number).encode()
        open.append(
            Open(
                ticket: ticket, answers: Answers(to: message.path, number: number),
                end: Moment.now.later(seconds: request.command.patience + 1)))
        try send(packet)
    }

    /// Sends what waits and gives what has come. Throws `.engineGone`, `.hungUp`, `.unreachable`, or `.timeout` for a request
    /// without an answer; the link must not be used again then.
    public func receive() throws(ControlError) -> [Arrival] {
        var arrivals: [Arrival] = []
        for packet in try carrier.receive() { try take(packet, &arrivals) }
        try flush()
        let now = Moment.now
        if let late = open.first(where: { $0.end < now }) {
            throw .timeout(engine: name, seconds: late.end.seconds(since: now) + Double(ControlLimits.probe) / 1000)
        }
        return arrivals
    }

    private func take(_ packet: [UInt8], _ arrivals: inout [Arrival]) throws(ControlError) {
        let messages = try Answers.messages(packet)
        for message in messages where !Answers.paths.contains(message.path) {
            arrivals.append(StateMessage(message).map(Arrival.state) ?? .message(message))
        }
        // All answers of a packet are to one request.
        guard let index = open.firstIndex(where: { $0.answers.areAnswered(by: messages) }) else { return }
        let ticket = open[index].ticket
        do throws(ControlError) {
            guard let reply = try open[index].answers.take(packet) else { return }
            arrivals.append(.answer(ticket: ticket, .success(reply)))
        } catch {
            arrivals.append(.answer(ticket: ticket, .failure(error.failure)))
        }
        open.remove(at: index)
    }

    private func send(_ packet: [UInt8]) throws(ControlError) {
        guard outbox.count < Self.most else { throw .timeout(engine: name, seconds: 0) }
        outbox.append(packet)
        try flush()
    }

    private func flush() throws(ControlError) {
        while let packet = outbox.first, try carrier.send(packet) { outbox.removeFirst() }
    }
}
