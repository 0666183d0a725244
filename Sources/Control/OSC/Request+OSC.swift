// Makes the OSC message of a request. Any thread; no state.
public import Dictation

extension Request {
    /// The message of this request. Every argument is sent as a pair of name and value, which every command accepts.
    public var message: OSCMessage {
        var arguments: [OSCArgument] = []
        for parameter in command.parameters {
            guard let value = values[parameter.key] else { continue }
            arguments.append(.string(parameter.name))
            if parameter.type.isTime, case .int(let count) = value {
                // An engine reads a bare whole number as seconds: a time in frames is sent as text.
                arguments.append(.string(TimeSpan.frames(count).description))
            } else {
                arguments.append(OSCArgument(value))
            }
        }
        return OSCMessage(command.address, arguments)
    }
}
