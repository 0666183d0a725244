// Room: Dictation. Any thread; no I/O.

extension Command {
    /// Checks arguments as they stand on the command line of a program that is this one command (`dictad --name x`).
    public func check(words: [String]) throws(CommandError) -> Request {
        var rest = words[...]
        var given: [CommandArgument] = []
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else { throw .unexpected(command: name, argument: word) }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = parts.first.map(String.init) ?? ""
            guard let parameter = parameter(option), !parameter.isPositional else { throw unknownOption(option) }
            if parameter.type == .flag {
                guard parts.count == 1 else { throw .unexpectedValue(command: name, option: parameter.shown) }
                given.append(CommandArgument(option, .flag(true)))
            } else if let text = parts.count > 1 ? String(parts[1]) : rest.popFirst() {
                given.append(CommandArgument(option, try parameter.read(text, of: name)))
            } else {
                throw .missingValue(command: name, option: parameter.shown, word: parameter.word)
            }
        }
        return try check(named: given)
    }
}
