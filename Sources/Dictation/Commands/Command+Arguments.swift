// Names the arguments of a message. Any thread; no I/O.
internal import Messages

extension Command {
    /// Checks the arguments of a message whose address goes on after the verb: with a choice of the first argument
    /// (`/dicta/loop/a`, `/dicta/stop/rec`), or with the name of an argument (`/dicta/gain/left -6`). A word that is both is a
    /// name when arguments follow. Throws the error of the first wrong argument.
    public func check(branch: String, arguments: [Value]) throws(CommandError) -> Request {
        var rest = arguments[...]
        var given: [CommandArgument] = []
        if let first = parameters.first, first.choices.contains(branch), rest.isEmpty || parameter(branch) == nil {
            given.append(CommandArgument(first.name, .text(branch)))
        } else if let parameter = parameter(branch) {
            guard let value = rest.popFirst() ?? (parameter.type == .flag ? .flag(true) : nil) else {
                throw .missingValue(command: name, option: parameter.shown, word: parameter.word)
            }
            given.append(CommandArgument(branch, value))
        } else {
            throw unknownOption(branch)
        }
        return try check(named: given + pairs(rest))
    }

    /// All words that may follow the verb in an address, each once.
    package var branches: [String] {
        let choices = parameters.first?.choices ?? []
        return choices + parameters.map(\.name).filter { !choices.contains($0) }
    }

    func hasBranch(_ branch: String) -> Bool {
        parameter(branch) != nil || parameters.first?.choices.contains(branch) == true
    }

    func nearestBranch(to branch: String) -> String? {
        Nearest.word(to: branch, in: (parameters.first?.choices ?? []) + parameters.map(\.name))
    }

    /// Names the arguments: bare ones come first, in the order of the table; the rest are pairs. Pairs begin as soon as
    /// all that follows can be pairs, so that a recording may have the name of an option: `play "from"` plays it, but
    /// `play "from" "2s"` does not.
    func named(_ arguments: ArraySlice<Value>) throws(CommandError) -> [CommandArgument] {
        let bare = bareCount(arguments)
        if bare == 1, arguments.count == 1, positional == nil, case .text(let text)? = arguments.first,
            parameter(text) != nil
        {
            throw .unpaired(command: name, argument: Value.text(text).quoted)
        }
        return try placed(arguments.prefix(bare)) + pairs(arguments.dropFirst(bare))
    }

    private func bareCount(_ arguments: ArraySlice<Value>) -> Int {
        var count = arguments.count
        while count >= 2, isKey(arguments[arguments.startIndex + count - 2]) { count -= 2 }
        return count
    }

    /// True when the value can be the name of an argument; a text with hyphens in front can be nothing else.
    private func isKey(_ value: Value) -> Bool {
        guard case .text(let text) = value else { return false }
        return text.hasPrefix("--") || parameter(text) != nil
    }

    private func placed(_ arguments: ArraySlice<Value>) throws(CommandError) -> [CommandArgument] {
        // Bare arguments take the parameters in the order of the table.
        var places = parameters[...]
        var given: [CommandArgument] = []
        for value in arguments {
            if let last = given.last, parameter(last.name)?.isRepeatable == true, case .text = value {
                given.append(CommandArgument(last.name, value))
            } else if let parameter = Self.place(of: value, in: &places) {
                given.append(CommandArgument(parameter.name, value))
            } else {
                throw .unexpected(command: name, argument: value.quoted)
            }
        }
        return given
    }

    /// Takes the next place for a value. A number is no further name in a list of names, and a word that is none of the choices of
    /// a parameter that may be left out is for the next one, as in a command line.
    private static func place(of value: Value, in places: inout ArraySlice<CommandParameter>) -> CommandParameter? {
        if let next = places.first, next.mayBeSkipped, places.count > 1, case .text(let word) = value,
            !next.choices.contains(word)
        {
            places.removeFirst()
        }
        if let next = places.first, next.isRepeatable, next.key == .more {
            if case .text = value {} else { places.removeFirst() }
        }
        return places.popFirst()
    }

    private func pairs(_ arguments: ArraySlice<Value>) throws(CommandError) -> [CommandArgument] {
        var rest = arguments
        var given: [CommandArgument] = []
        while let key = rest.popFirst() {
            guard case .text(let text) = key else {
                throw .wrongType(
                    command: name, parameter: tr("an option name"), wanted: ValueType.text.wanted.text, got: key.quoted)
            }
            let option = text.hasPrefix("--") ? String(text.dropFirst(2)) : text
            guard let value = rest.popFirst() else { throw .unpaired(command: name, argument: key.quoted) }
            given.append(CommandArgument(option, value))
        }
        return given
    }
}
