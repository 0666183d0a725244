// A state message as a client receives it. Any thread; a value.
public import Dictation

/// The state of one topic, as an engine sends it to a subscriber.
public struct StateMessage: Sendable, Equatable {
    /// The name of the topic.
    public let topic: String
    /// The fields of the topic, in the engine's order.
    public let fields: Fields

    /// Reads a state message; nil for a message of another kind.
    public init?(_ message: OSCMessage) {
        let root = CommandTable.root + "state/"
        guard message.path.hasPrefix(root), message.arguments.count.isMultiple(of: 2) else { return nil }
        topic = String(message.path.dropFirst(root.count))
        var fields = Fields()
        var rest = message.arguments[...]
        while let key = rest.popFirst(), let value = rest.popFirst() {
            guard case .string(let name) = key else { return nil }
            if let value = value.value { fields.append(name, value) }
        }
        self.fields = fields
    }
}
