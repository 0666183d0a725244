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
        guard message.path.hasPrefix(root), let fields = message.pairs else { return nil }
        topic = String(message.path.dropFirst(root.count))
        self.fields = fields
    }
}

extension OSCMessage {
    /// The arguments as pairs of name and value; nil when they are none. Values that a field cannot hold are left out.
    var pairs: Fields? {
        guard arguments.count.isMultiple(of: 2) else { return nil }
        var fields = Fields()
        var rest = arguments[...]
        while let key = rest.popFirst(), let value = rest.popFirst() {
            guard case .string(let name) = key else { return nil }
            if let value = value.value { fields.append(name, value) }
        }
        return fields
    }
}
