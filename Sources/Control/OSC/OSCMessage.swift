// Any thread; a value.

/// An OSC message: an address and its arguments.
public struct OSCMessage: Sendable, Equatable {
    public var path: String
    public var arguments: [OSCArgument]

    public init(_ path: String, _ arguments: [OSCArgument] = []) {
        self.path = path
        self.arguments = arguments
    }
}
