// A message of an event, as an engine sends it and a client receives it. Any thread; a value.
public import Dictation

/// An event of an engine, with the fields that a hook gets.
public struct EventMessage: Sendable, Equatable {
    /// The name of the event, as of `HookEvent`.
    public let event: String
    /// The fields of the event, in the engine's order.
    public let fields: Fields

    init(_ event: String, _ fields: Fields) {
        self.event = event
        self.fields = fields
    }

    /// Reads the message of an event; nil for a message of another kind.
    public init?(_ message: OSCMessage) {
        guard message.path.hasPrefix(Topic.eventRoot), let fields = message.pairs else { return nil }
        self.init(String(message.path.dropFirst(Topic.eventRoot.count)), fields)
    }

    /// The OSC message of the event.
    var message: OSCMessage {
        OSCMessage(Topic.eventRoot + event, fields.all.flatMap { [.string($0.key), OSCArgument($0.value)] })
    }
}
