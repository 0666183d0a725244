// Room: Control. Any thread; no state. From packets to requests by way of the table; knows nothing of the engine's work.
import Dictation
import Glibc

/// Reads packets and checks them by the table.
public struct Dispatcher: Sendable {
    public let engine: String

    public init(engine: String) {
        self.engine = engine
    }

    /// One order for each message of the packet; a malformed packet is one refusal. Never throws: bad input is an answer.
    public func orders(in packet: Packet) -> [Order] {
        do throws(ControlError) {
            return try OSCPacket.decode(packet.bytes).map { order(for: $0, sender: packet.sender) }
        } catch {
            return [.answered(Ticket(sender: packet.sender, path: "/"), .failure(error.failure))]
        }
    }

    private func order(for message: OSCMessage, sender: Sender) -> Order {
        let ticket = Ticket(sender: sender, path: message.path)
        do throws(CommandError) {
            let command = try CommandTable.command(at: message.path)
            let request = try command.check(arguments: try values(of: message, command))
            if let reply = ownReply(to: request) { return .answered(ticket, .success(reply)) }
            return .perform(request, ticket)
        } catch {
            return .answered(ticket, .failure(error.failure))
        }
    }

    private func values(of message: OSCMessage, _ command: Command) throws(CommandError) -> [Value] {
        var values: [Value] = []
        for (index, argument) in message.arguments.enumerated() {
            guard let value = argument.value else {
                throw .wrongType(
                    command: command.name, parameter: "argument \(index + 1)", wanted: "a text, a number or a flag",
                    got: argument.kind)
            }
            values.append(value)
        }
        return values
    }

    /// What the table and the name alone can answer.
    private func ownReply(to request: Request) -> Reply? {
        switch request.name {
        case "ping":
            Reply(["engine": .text(engine), "version": .text(Version.text), "pid": .int(Int64(getpid()))])
        case "version":
            Reply(["engine": .text(engine), "version": .text(Version.text)])
        case "commands":
            Reply(items: CommandTable.all.filter(\.needsEngine).map(Self.item))
        default: nil
        }
    }

    private static func item(_ command: Command) -> Fields {
        [
            "name": .text(command.name), "address": .text(command.address), "summary": .text(command.summary),
            "usage": .text(command.usage),
        ]
    }
}
