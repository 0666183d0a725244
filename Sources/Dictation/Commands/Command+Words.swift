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

    /// Reads the option that `word` begins (`--name=x`); its value may be the next of the words after it (`--name x`). A
    /// parameter that stands without its name may be given by name too, as in an OSC message.
    public func readOption(_ word: String, _ rest: inout ArraySlice<String>) throws(CommandError) -> CommandArgument {
        let (option, attached) = Self.taken(apart: word)
        guard word.hasPrefix("--") else { throw unknownOption("-\(option)") }
        guard let parameter = parameter(option) else { throw unknownOption(option) }
        if parameter.type == .flag {
            guard attached == nil else { throw .unexpectedValue(command: name, option: "--\(option)") }
            return CommandArgument(option, .flag(true))
        }
        guard let text = attached ?? rest.popFirst() else {
            throw .missingValue(command: name, option: "--\(option)", word: parameter.word)
        }
        return CommandArgument(option, try parameter.read(text, of: name))
    }

    /// Reads a word without a name as the first parameter that may stand so and is not in `taken`, or that may be repeated.
    /// Throws `.unexpected` when there is none.
    public func readBare(_ word: String, after taken: Set<ParameterKey>) throws(CommandError) -> CommandArgument {
        let places = parameters.filter { $0.isPositional && ($0.isRepeatable || !taken.contains($0.key)) }
        let chosen = places.first { !$0.mayBeSkipped || $0.choices.contains(word) }
        guard let free = chosen ?? places.first else {
            throw .unexpected(command: name, argument: word, meant: meant(word, after: taken))
        }
        do throws(CommandError) {
            return CommandArgument(free.name, try free.read(word, of: name))
        } catch {
            guard case .noChoice(_, let choices, let got, nil) = error, let line = started(word, free) else { throw error }
            throw .noChoice(command: name, choices: choices, got: got, meant: line)
        }
    }

    /// The line that a time in the place of an action was meant for: 'dicta timer start 5m'. Nil for other words.
    private func started(_ word: String, _ action: CommandParameter) -> String? {
        let start = "start"
        guard action.choices.contains(start), parameter(.length)?.isPositional == true, TimeSpan(word) != nil else { return nil }
        return "'dicta \(name) \(start) \(word)'"
    }

    /// The option that a word without a name could be the value of, as typed: `--name interview`. Nil when none fits.
    private func meant(_ word: String, after taken: Set<ParameterKey>) -> String? {
        let free = parameters.filter { !$0.isPositional && !taken.contains($0.key) }
        let chosen = free.first { $0.choices.contains(word) }
        let timed = free.first { $0.type.isTime && (try? $0.read(word, of: name)) != nil }
        let named = free.first { $0.type == .text && $0.word == "NAME" }
        guard let option = chosen ?? timed ?? named else { return nil }
        return "\(option.shown) \(word.contains(" ") ? "'\(word)'" : word)"
    }

    /// True when the word names one of the options, with or without `=value`.
    public func hasOption(_ word: String) -> Bool {
        word.hasPrefix("--") && parameter(Self.taken(apart: word).option) != nil
    }

    private static func taken(apart word: String) -> (option: String, value: String?) {
        let parts = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : nil)
    }
}
