// Checks the arguments of every request. Any thread; no I/O.

extension Command {
    /// Checks the arguments of an OSC message: bare ones in the order of the table, then pairs of name and value
    /// (`"12.5s"`, `-6 -6`, or `"interview" "from" "2s"`, where the name may also be `"--from"`). Throws the first error.
    public func check(arguments: [Value]) throws(CommandError) -> Request {
        try check(named: try named(arguments[...]))
    }

    /// Checks arguments that have names already. Throws the first error.
    public func check(named given: [CommandArgument]) throws(CommandError) -> Request {
        var values: [ParameterKey: Value] = [:]
        // Joined once: a text that grew by each of thousands of words would be copied as often.
        var lists: [ParameterKey: [String]] = [:]
        for argument in given {
            guard let parameter = parameter(argument.name) else { throw unknownOption(argument.name) }
            let value = try parameter.accept(argument.value, of: name)
            guard let before = values[parameter.key] else {
                values[parameter.key] = value
                continue
            }
            guard parameter.isRepeatable else { throw .repeated(command: name, parameter: parameter.shown) }
            lists[parameter.key, default: [before.description]].append(value.description)
        }
        for (key, texts) in lists { values[key] = .text(texts.joined(separator: String(CommandParameter.separator))) }
        return try completed(values)
    }

    /// Checks values that the program itself gives, by the same rules. Throws the first error.
    public func check(_ given: [ParameterKey: Value]) throws(CommandError) -> Request {
        var values: [ParameterKey: Value] = [:]
        for (key, value) in given {
            guard let parameter = parameter(key) else { throw unknownOption(key.rawValue) }
            values[key] = try parameter.accept(value, of: name)
        }
        return try completed(values)
    }

    /// The request, with the defaults of parameters that were not given.
    private func completed(_ given: [ParameterKey: Value]) throws(CommandError) -> Request {
        var values = given
        for parameter in parameters where values[parameter.key] == nil {
            if parameter.isRequired { throw .missing(command: name, parameter: parameter.shown) }
            values[parameter.key] = parameter.standard
        }
        return Request(command: self, values: values)
    }

    /// The error for an unknown option, with the nearest known one.
    public func unknownOption(_ option: String) -> CommandError {
        let options = parameters.filter { !$0.isPositional }.map(\.name)
        let word = String(option.drop { $0 == "-" })
        return .unknownOption(command: name, option: option, nearest: Nearest.word(to: word, in: options))
    }
}
