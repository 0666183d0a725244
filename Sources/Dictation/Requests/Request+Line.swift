// Reads a request from one line of text. Any thread; no I/O.

extension Request {
    /// Reads a command as typed after `dicta`: `rec --name "with the mayor" --preroll 2s`. Quotes hold words together; no other
    /// character is special, and no shell is involved. Throws the first error.
    public init(line: String) throws(CommandError) {
        var rest = try Self.words(line)[...]
        guard let verb = rest.popFirst() else { throw .noCommand }
        let command = try CommandTable.command(named: verb)
        var given: [CommandArgument] = []
        var taken: Set<ParameterKey> = []
        while let word = rest.popFirst() {
            let isOption = command.hasOption(word) || word.hasPrefix("--")
            let argument = try isOption ? command.readOption(word, &rest) : command.readBare(word, after: taken)
            given.append(argument)
            if let key = command.parameter(argument.name)?.key { taken.insert(key) }
        }
        self = try command.check(named: given)
    }

    private static func words(_ line: String) throws(CommandError) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character == " " || character == "\t" {
                if let word { words.append(word) }
                word = nil
            } else {
                if word == nil { word = "" }
                word?.append(character)
            }
        }
        if let quote { throw .unexpected(command: words.first ?? word ?? "", argument: String(quote)) }
        return words + (word.map { [$0] } ?? [])
    }
}
