// Turns packets into requests by the command table. Any thread; no state.
public import Dictation

/// Reads packets and checks each message by the command table.
public struct Dispatcher: Sendable {
    /// The engine's name, for `ping` and `version`.
    public let engine: String
    /// The privileges of surfaces; the owner may ask for everything.
    public let permissions: Permissions

    /// Makes a dispatcher.
    public init(engine: String, permissions: Permissions = .standard) {
        self.engine = engine
        self.permissions = permissions
    }

    /// One result for each message of the packet; a malformed packet gives one error. Never throws: bad input is answered.
    /// Answers get no answer, or two engines that are told of each other would talk for ever.
    public func dispatch(in packet: Packet) -> [Dispatched] {
        do throws(ControlError) {
            let messages = try OSCPacket.timed(packet.bytes).filter { !Self.isAnswer($0.message.path) }
            guard messages.count <= ControlLimits.messages else { throw ControlError.tooMany(messages: messages.count) }
            let orders = messages.flatMap { self.dispatch(for: $0, sender: packet.sender) }
            guard orders.count <= ControlLimits.messages else { throw ControlError.tooMany(messages: orders.count) }
            return orders
        } catch {
            return [.answered(Ticket(sender: packet.sender, path: "/"), .failure(error.failure))]
        }
    }

    /// One result for each command that the address matches, each answered under its own address.
    private func dispatch(for timed: TimedMessage, sender: Sender) -> [Dispatched] {
        let pattern = timed.message.path
        guard AddressPattern.isPattern(pattern) else { return [dispatchOne(for: timed, sender: sender)] }
        do throws(ControlError) {
            return try AddressPattern.addresses(pattern).map { address in
                let message = OSCMessage(address, timed.message.arguments)
                return dispatchOne(for: TimedMessage(message: message, time: timed.time), sender: sender)
            }
        } catch {
            return [.answered(Ticket(sender: sender, path: pattern), .failure(error.failure))]
        }
    }

    private func dispatchOne(for timed: TimedMessage, sender: Sender) -> Dispatched {
        let message = timed.message
        let ticket = Ticket(sender: sender, path: message.path, due: timed.time)
        do throws(CommandError) {
            let (command, branch) = try CommandTable.route(message.path)
            let values = try values(of: message, command)
            let request: Request
            if let branch {
                request = try command.check(branch: branch, arguments: values)
            } else {
                request = try command.check(arguments: values)
            }
            // A message for later is checked now as well as at its time.
            if let refusal = permissions.refusal(of: request, by: sender.authority) {
                return .answered(ticket, .failure(refusal))
            }
            guard ticket.due == nil, case .engine(let verb) = request.verb,
                let result = verb.reply(to: request, engine: engine)
            else { return .perform(request, ticket) }
            return .answered(ticket, result)
        } catch {
            return .answered(ticket, .failure(error.failure))
        }
    }

    private static let stateRoot = CommandTable.root + "state/"

    private static func isAnswer(_ path: String) -> Bool {
        [Reply.replyPath, Reply.itemPath, Reply.errorPath].contains(path) || path.hasPrefix(stateRoot)
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
}
