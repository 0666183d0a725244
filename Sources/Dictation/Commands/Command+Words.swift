// Reads the words of a command line as arguments, for every program. Any thread; no I/O.

extension Command {
    /// Checks the command line of a program that is one command (`dictad --name x`). Throws the first error.
    public func check(words: [String]) throws(CommandError) -> Request {
        var rest = words[...]
        var given: [CommandArgument] = []
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else { throw .unexpected(command: name, argument: word) }
            given.append(try readOption(word, &rest))
        }
        let request = try check(named: given)
        try request.checkFrames(rate: SettingsTable.frameRate)
        return request
    }

    /// Reads the option that `word` begins (`--name=x`); its value may be the next of the words after it (`--name x`).
    public func readOption(_ word: String, _ rest: inout ArraySlice<String>) throws(CommandError) -> CommandArgument {
        let (option, attached) = Self.taken(apart: word)
        guard word.hasPrefix("--"), let parameter = parameter(option), !parameter.isPositional else {
            throw unknownOption(option)
        }
        if parameter.type == .flag {
            guard attached == nil else { throw .unexpectedValue(command: name, option: parameter.shown) }
            return CommandArgument(option, .flag(true))
        }
        guard let text = attached ?? rest.popFirst() else {
            throw .missingValue(command: name, option: parameter.shown, word: parameter.word)
        }
        return CommandArgument(option, try parameter.read(text, of: name))
    }

    /// True when the word names one of the options, with or without `=value`.
    public func hasOption(_ word: String) -> Bool {
        word.hasPrefix("--") && parameter(Self.taken(apart: word).option).map { !$0.isPositional } == true
    }

    private static func taken(apart word: String) -> (option: String, value: String?) {
        let parts = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : nil)
    }
}
