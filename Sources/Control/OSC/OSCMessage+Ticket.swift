// The number by which a sender tells the answers to several requests of one address apart. Any thread; a value.

extension OSCMessage {
    /// The name in front of the number in a request, and that in an answer.
    private static let names = (request: "--ticket", answer: "ticket")

    /// The request, with a number that its answer will have too. Nil changes nothing.
    func asking(_ number: Int32?) -> OSCMessage { adding(Self.names.request, number) }

    /// The answer to a request of that number. Nil changes nothing.
    func answering(_ number: Int32?) -> OSCMessage { adding(Self.names.answer, number) }

    /// A request without its number, and the number; nil for none.
    var asked: (message: OSCMessage, number: Int32?) { without(Self.names.request) }

    /// An answer without the number of its request, and the number; nil for none.
    var answered: (message: OSCMessage, number: Int32?) { without(Self.names.answer) }

    private func adding(_ name: String, _ number: Int32?) -> OSCMessage {
        guard let number else { return self }
        return OSCMessage(path, arguments + [.string(name), .int32(number)])
    }

    private func without(_ name: String) -> (message: OSCMessage, number: Int32?) {
        guard case .int32(let number)? = arguments.last, arguments.dropLast().last == .string(name) else { return (self, nil) }
        return (OSCMessage(path, arguments.dropLast(2)), number)
    }
}
