// An OSC message. Any thread; a value.

/// An OSC message: an address and its arguments.
public struct OSCMessage: Sendable, Equatable {
    /// The address, such as `/dicta/rec`.
    public var path: String
    /// The arguments, in order.
    public var arguments: [OSCArgument]

    /// Makes a message.
    public init(_ path: String, _ arguments: [OSCArgument] = []) {
        self.path = path
        self.arguments = arguments
    }
}
