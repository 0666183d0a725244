// Any thread; no I/O. How words of a command line become arguments, for every program.

extension Command {
    /// Checks arguments as they stand on the command line of a program that is this one command (`dictad --name x`).
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

    /// The option that `word` begins (`--name=x`), or that takes its value from the words after it (`--name x`).
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

    /// Whether a word names one of the options, whatever its value is.
    public func hasOption(_ word: String) -> Bool {
        word.hasPrefix("--") && parameter(Self.taken(apart: word).option).map { !$0.isPositional } == true
    }

    private static func taken(apart word: String) -> (option: String, value: String?) {
        let parts = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : nil)
    }
}
