// Finds what may come next in a command line of `dicta`. Any thread; no I/O.
internal import Messages

/// The place of the cursor in a command line, by the table of commands: the kind of value that comes next, and what the words
/// before it say.
public struct CompletionQuestion: Sendable {
    /// A word that may come next, with a few words of explanation.
    public struct Word: Sendable, Equatable {
        /// The word, without quotes.
        public let text: String
        /// A short explanation; may be empty.
        public let note: String

        /// Makes a word.
        public init(_ text: String, _ note: String = "") {
            self.text = text
            self.note = note
        }
    }

    /// The command; nil before the verb.
    public private(set) var command: Command?
    /// The parameter whose value is being typed; nil for a verb or the name of an option.
    public private(set) var parameter: CommandParameter?
    /// Words of the table that may come next.
    public private(set) var words: [Word] = []
    /// The part of the word being typed that stands before the value: `--tag=`.
    public private(set) var head = ""
    /// The value being typed, without its head.
    public private(set) var typed = ""
    /// True after `--`, where a word that begins with a hyphen is no option.
    public private(set) var isBare = false

    private var options: [ParameterKey: String] = [:]
    private var arguments: [(key: ParameterKey, text: String)] = []

    /// Reads the words after the program's name, and the word being typed.
    public init(_ before: [String], typed: String) {
        var rest = before[...]
        var waiting: CommandParameter?
        while let word = rest.popFirst() {
            if let option = waiting {
                note(option, word)
                waiting = nil
            } else if isBare || !word.hasPrefix("-") {
                guard takeBare(word) else { return }
            } else if word == "--" {
                isBare = true
            } else if let option = option(word), option.type != .flag {
                if let equals = word.firstIndex(of: "=") {
                    note(option, String(word[word.index(after: equals)...]))
                } else {
                    waiting = option
                }
            }
        }
        ask(waiting, typed)
    }

    /// The value given for a parameter; the first one where there are several.
    public func given(_ key: ParameterKey) -> String? { options[key] ?? arguments.first { $0.key == key }?.text }

    /// The kind of the value being typed.
    public var kind: CompletionKind { parameter?.kind ?? .choice([]) }

    private mutating func note(_ option: CommandParameter, _ value: String) { options[option.key] = value }

    /// Reads a word without hyphens; false for an unknown verb.
    private mutating func takeBare(_ word: String) -> Bool {
        guard let command else {
            self.command = try? CommandTable.command(named: word)
            return self.command != nil
        }
        if let place = place(in: command) { arguments.append((place.key, word)) }
        return true
    }

    /// The parameter that the next bare word belongs to.
    private func place(in command: Command) -> CommandParameter? {
        command.parameters.first { parameter in
            parameter.isPositional && (parameter.isRepeatable || given(parameter.key) == nil)
        }
    }

    /// The option that a word names, with or without `=value`.
    private func option(_ word: String) -> CommandParameter? {
        let name = String(word.dropFirst(2).prefix { $0 != "=" })
        if let own = CommandTable.program.parameter(name) { return own }
        return command?.parameter(name)
    }

    private mutating func ask(_ waiting: CommandParameter?, _ word: String) {
        typed = word
        if let waiting {
            parameter = waiting
        } else if !isBare, word.hasPrefix("--"), let equals = word.firstIndex(of: "="), let option = option(word) {
            let value = word.index(after: equals)
            (parameter, head, typed) = (option, String(word[..<value]), String(word[value...]))
        } else if !isBare, word.hasPrefix("-") {
            words = (CommandTable.programOptions + (command?.parameters ?? [])).filter { option in
                !option.isPositional && options[option.key] == nil
            }.map { Word($0.shown, $0.summary.text) }
        } else if let command {
            parameter = place(in: command)
        } else {
            words = Self.verbs
        }
        guard let parameter else { return }
        switch parameter.kind {
        case .choice(let choices): words = choices.map { Word($0) }
        case .verb: words = Self.verbs
        case .settingKey: words = SettingsTable.all.filter { !$0.isList }.map { Word($0.key.rawValue, $0.parameter.summary.text) }
        case .settingValue: askValue()
        case .tags:
            // Only the last of several tags is being typed.
            guard let comma = typed.lastIndex(of: ",") else { break }
            let start = typed.index(after: comma)
            head += typed[..<start]
            typed = String(typed[start...])
        case .recording, .recordingOrFile, .tag, .marker, .place, .operation, .source, .engine, .preset, .file, .folder, .free:
            break
        }
    }

    private static var verbs: [Word] { CommandTable.all.map { Word($0.name, $0.summary.text) } }

    /// Takes the values that a setting can have: its choices, or else its default; a path keeps its kind.
    private mutating func askValue() {
        guard let setting = given(.key).flatMap(SettingsTable.setting(named:)) else { return }
        switch setting.parameter.kind {
        case .choice(let choices): words = choices.map { Word($0, setting.standardText == $0 ? tr("default") : "") }
        case .folder, .file, .preset: parameter = setting.parameter
        default: if let text = setting.standardText { words = [Word(text, tr("default"))] }
        }
    }
}
