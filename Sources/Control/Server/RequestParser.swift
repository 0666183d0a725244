// Turns packets into requests by the command table. Any thread; no state.
public import Dictation
internal import Messages

/// Reads packets and checks each message by the command table. The rights of senders are checked for address patterns only.
public enum RequestParser {
    /// One request, or the reason why it is none, for each message of the packet; a malformed packet gives one failure. Never
    /// throws: bad input is answered. Answers are left out, or two engines that are told of each other would talk for ever.
    ///
    /// - Parameter permissions: the privileges of surfaces: a pattern does only what its sender may use.
    public static func parse(_ packet: Packet, _ permissions: Permissions = .all) -> [ReceivedMessage] {
        switch messages(of: packet) {
        case .success(let messages): messages.flatMap { parse($0, from: packet.sender, permissions) }
        case .failure(let failure): [refusal(failure, packet.sender)]
        }
    }

    /// The messages of a packet without answers of other engines, not parsed yet. A packet that asks for too much is refused.
    static func messages(of packet: Packet) -> Result<[TimedMessage], Failure> {
        do throws(ControlError) {
            let messages = try OSCPacket.timed(packet.bytes).filter { !isAnswer($0.message.path) }
            guard messages.count <= ControlLimits.messages else { throw .tooMany(messages: messages.count) }
            let patterns = messages.count { AddressPattern.isPattern($0.message.path) }
            guard patterns <= ControlLimits.patterns else { throw .tooManyPatterns(patterns) }
            return .success(messages)
        } catch {
            return .failure(error.failure)
        }
    }

    /// The refusal of a whole packet.
    static func refusal(_ failure: Failure, _ sender: Sender) -> ReceivedMessage {
        ReceivedMessage(ticket: Ticket(sender: sender, path: "/"), request: .failure(failure))
    }

    /// One request for each command that the address matches, each answered under its own address.
    static func parse(
        _ timed: TimedMessage, from sender: Sender, _ permissions: Permissions
    ) -> [ReceivedMessage] {
        let (message, number) = timed.message.asked
        func parse(_ message: OSCMessage) -> ReceivedMessage {
            ReceivedMessage(
                ticket: Ticket(sender: sender, path: message.path, number: number, due: timed.time),
                request: request(of: message))
        }
        let pattern = message.path
        guard AddressPattern.isPattern(pattern) else { return [parse(message)] }
        do throws(ControlError) {
            // Rights come first: a pattern is compared with what its sender may use.
            let mayUse = { (command: Command) in permissions.allows(command.needs, to: sender.authority) }
            return try AddressPattern.addresses(pattern, mayUse).map { parse(OSCMessage($0, message.arguments)) }
        } catch {
            return [
                ReceivedMessage(
                    ticket: Ticket(sender: sender, path: pattern, number: number), request: .failure(error.failure))
            ]
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
        Answers.paths.contains(path) || path.hasPrefix(stateRoot)
    }

    private static func values(of message: OSCMessage) throws(CommandError) -> [Value] {
        var values: [Value] = []
        for (index, argument) in message.arguments.enumerated() {
            guard let value = argument.value else {
                let number = index + 1
                // An unknown command is told before a wrong argument.
                throw .wrongType(
                    command: try CommandTable.command(at: message.path).name, parameter: tr("argument \(number)"),
                    wanted: tr("a text, a number or a flag"), got: argument.kind.text)
            }
            values.append(value)
        }
        return values
    }
}
