// A state message as a client receives it. Any thread may hold the value.
public import Dictation

/// What an engine sent to who subscribed.
public struct StateMessage: Sendable, Equatable {
    public let topic: String
    public let fields: Fields

    /// Nothing for a message of another kind.
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
