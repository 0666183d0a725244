// The OSC message that asks for a request. Any thread may use it; no state.
public import Dictation

extension Request {
    /// The message that asks for this: every argument as a pair, since that form holds for every command.
    public var message: OSCMessage {
        var arguments: [OSCArgument] = []
        for parameter in command.parameters {
            guard let value = values[parameter.key] else { continue }
            arguments.append(.string(parameter.name))
            if parameter.type.isTime, case .int(let count) = value {
                // A bare whole number would be read as seconds.
                arguments.append(.string(TimeSpan.frames(count).description))
            } else {
                arguments.append(OSCArgument(value))
            }
        }
        return OSCMessage(command.address, arguments)
    }
}
