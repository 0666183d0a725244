// Room: Dictation. Any thread; no I/O. Every way into the engine passes here.

extension Command {
    /// Checks arguments as they stand in an OSC message: bare ones in the order of the table, then name and value in turn
    /// (`"12.5s"`, `-6 -6`, or `"interview" "from" "2s"`, where the name may also be `"--from"`).
    public func check(arguments: [Value]) throws(CommandError) -> Request {
        try check(named: try named(arguments[...]))
    }

    /// Checks arguments that already have their names.
    public func check(named given: [CommandArgument]) throws(CommandError) -> Request {
        var values: [String: Value] = [:]
        for argument in given {
            guard let parameter = parameter(argument.name) else { throw unknownOption(argument.name) }
            let value = try parameter.accept(argument.value, of: name)
            guard let before = values[argument.name] else {
                values[argument.name] = value
                continue
            }
            guard parameter.isRepeatable else { throw .repeated(command: name, parameter: parameter.shown) }
            values[argument.name] = .text("\(before)\(CommandParameter.separator)\(value)")
        }
        for parameter in parameters where values[parameter.name] == nil {
            if parameter.isRequired { throw .missing(command: name, parameter: parameter.shown) }
            values[parameter.name] = parameter.standard
        }
        return Request(command: self, values: values)
    }

    /// The error for an option that is not in the table, with the nearest that is.
    public func unknownOption(_ option: String) -> CommandError {
        let options = parameters.filter { !$0.isPositional }.map(\.name)
        return .unknownOption(command: name, option: option, nearest: Nearest.word(to: option, in: options))
    }
}
