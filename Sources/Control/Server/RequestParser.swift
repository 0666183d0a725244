// Turns packets into requests by the command table. Any thread; no state.
public import Dictation

/// Reads packets and checks each message by the command table. The rights of senders are not checked here.
public enum RequestParser {
    /// One request, or the reason why it is none, for each message of the packet; a malformed packet gives one failure. Never
    /// throws: bad input is answered. Answers are left out, or two engines that are told of each other would talk for ever.
    public static func parse(_ packet: Packet) -> [(ticket: Ticket, request: Result<Request, Failure>)] {
        do throws(ControlError) {
            let messages = try OSCPacket.timed(packet.bytes).filter { !isAnswer($0.message.path) }
            guard messages.count <= ControlLimits.messages else { throw ControlError.tooMany(messages: messages.count) }
            let requests = messages.flatMap { parse($0, from: packet.sender) }
            guard requests.count <= ControlLimits.messages else { throw ControlError.tooMany(messages: requests.count) }
            return requests
        } catch {
            return [(Ticket(sender: packet.sender, path: "/"), .failure(error.failure))]
        }
    }

    /// One request for each command that the address matches, each answered under its own address.
    private static func parse(
        _ timed: TimedMessage, from sender: Sender
    ) -> [(ticket: Ticket, request: Result<Request, Failure>)] {
        let pattern = timed.message.path
        guard AddressPattern.isPattern(pattern) else {
            return [(Ticket(sender: sender, path: pattern, due: timed.time), request(of: timed.message))]
        }
        do throws(ControlError) {
            return try AddressPattern.addresses(pattern).map { address in
                let message = OSCMessage(address, timed.message.arguments)
                return (Ticket(sender: sender, path: address, due: timed.time), request(of: message))
            }
        } catch {
            return [(Ticket(sender: sender, path: pattern), .failure(error.failure))]
        }
    }

    private static func request(of message: OSCMessage) -> Result<Request, Failure> {
        do throws(CommandError) {
            return .success(try CommandTable.request(at: message.path, try values(of: message)))
        } catch {
            return .failure(error.failure)
        }
    }

    private static let stateRoot = CommandTable.root + "state/"

    private static func isAnswer(_ path: String) -> Bool {
        [Reply.replyPath, Reply.itemPath, Reply.errorPath].contains(path) || path.hasPrefix(stateRoot)
    }

    private static func values(of message: OSCMessage) throws(CommandError) -> [Value] {
        var values: [Value] = []
        for (index, argument) in message.arguments.enumerated() {
            guard let value = argument.value else {
                // An unknown command is told before a wrong argument.
                throw .wrongType(
                    command: try CommandTable.command(at: message.path).name, parameter: "argument \(index + 1)",
                    wanted: "a text, a number or a flag", got: argument.kind)
            }
            values.append(value)
        }
        return values
    }
}
