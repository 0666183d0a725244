// Room: Dictation. Any thread; no I/O. Every way into the engine passes here.

extension Command {
    /// Checks arguments as they stand in an OSC message: name and value in turn, where the positional one may stand bare
    /// before them (`"12.5s"`, or `"interview" "from" "2s"`).
    public func check(arguments: [Value]) throws(CommandError) -> Request {
        try check(named: try named(arguments))
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

    private func named(_ arguments: [Value]) throws(CommandError) -> [CommandArgument] {
        var rest = arguments[...]
        var given: [CommandArgument] = []
        if !rest.count.isMultiple(of: 2) {
            guard let positional, let bare = rest.popFirst() else {
                throw .unpaired(command: name, argument: arguments.last?.quoted ?? "")
            }
            given.append(CommandArgument(positional.name, bare))
        }
        while let key = rest.popFirst(), let value = rest.popFirst() {
            guard case .text(let option) = key else {
                throw .wrongType(command: name, parameter: "an option's name", wanted: ValueType.text.wanted, got: key.quoted)
            }
            given.append(CommandArgument(option, value))
        }
        return given
    }
}
