// One parameter of a row of the command table. Any thread; a value.
public import Messages

/// One argument that a command takes: `--preroll TIME`, or the bare TIME of `locate`.
public struct CommandParameter: Sendable, Equatable {
    /// The name as a typed key.
    public let key: ParameterKey
    /// The type of its values.
    public let type: ValueType
    /// One sentence for help.
    public let summary: Message
    /// True when the value stands without its name; several such parameters are taken in the order of the table.
    public let isPositional: Bool
    /// True when the command cannot do without it.
    public let isRequired: Bool
    /// The default; nil when there is none or the engine decides.
    public let standard: Value?
    /// A default that is described and not filled in; nil when there is none.
    public private(set) var told: Value?
    /// The lowest and highest number, in the type's unit. `accept` checks only the sign of a time in frames;
    /// `Request.checkFrames` checks the rest once the sample rate is known. A time without limits may not be negative.
    public let limits: ClosedRange<Double>?
    /// The only texts allowed; empty when any text is.
    public let choices: [String]
    /// The placeholder of the value in help.
    public let word: String
    /// The kind of its values, for completion in a shell.
    public private(set) var kind: CompletionKind
    /// True when it may be given several times. The values become one text, one a line: no name or word contains a line break.
    public private(set) var isRepeatable: Bool
    /// The privilege it needs beyond that of its command; nil when none.
    public private(set) var demand: Demand?
    /// True when an empty text is a value.
    public private(set) var mayBeEmpty = false
    /// True when a word that is none of its choices is taken for the next parameter, in a command line.
    public private(set) var mayBeSkipped = false
    /// True when its text is a pattern of port names.
    public private(set) var isPortPattern = false
    /// Names that it had in earlier versions. They are read as before, and shown nowhere.
    public private(set) var oldNames: [String] = []

    /// The separator of several values in one text.
    public static let separator: Character = "\n"

    // Called by each row, not copied into it: see `Command`.
    @inline(never)
    private init(
        _ key: ParameterKey, _ type: ValueType, _ summary: Message, positional: Bool, required: Bool, standard: Value?,
        limits: ClosedRange<Double>?, choices: [String], word: String?, repeatable: Bool = false
    ) {
        self.key = key
        isRepeatable = repeatable
        self.type = type
        self.summary = summary
        isPositional = positional
        isRequired = required
        self.standard = standard
        self.limits = limits
        self.choices = choices
        kind = CompletionKind.standard(type, choices: choices, word: word)
        self.word = word ?? (choices.isEmpty ? type.word : choices.joined(separator: "|"))
    }

    /// Makes a parameter that is given by name.
    @inline(never)
    public static func option(
        _ key: ParameterKey, _ type: ValueType, _ summary: Message, required: Bool = false, standard: Value? = nil,
        limits: ClosedRange<Double>? = nil, choices: [String] = [], word: String? = nil
    ) -> CommandParameter {
        CommandParameter(
            key, type, summary, positional: false, required: required, standard: standard, limits: limits, choices: choices,
            word: word)
    }

    /// Makes a parameter that stands without its name.
    @inline(never)
    public static func positional(
        _ key: ParameterKey, _ type: ValueType, _ summary: Message, required: Bool, standard: Value? = nil,
        limits: ClosedRange<Double>? = nil, choices: [String] = [], word: String? = nil, repeatable: Bool = false
    ) -> CommandParameter {
        CommandParameter(
            key, type, summary, positional: true, required: required, standard: standard, limits: limits, choices: choices,
            word: word, repeatable: repeatable)
    }

    /// The name that is typed, without hyphens.
    public var name: String { key.rawValue }

    /// The same parameter with a need beyond that of its command.
    @inline(never)
    func needing(_ demand: Demand) -> CommandParameter {
        var copy = self
        copy.demand = demand
        return copy
    }

    /// The same parameter with a default that is described only.
    func describing(_ value: Value?) -> CommandParameter {
        var copy = self
        copy.told = value
        return copy
    }

    /// The same parameter, of which an empty text is a value.
    func allowingEmpty() -> CommandParameter {
        var copy = self
        copy.mayBeEmpty = true
        return copy
    }

    /// The same parameter, whose text is a pattern of port names.
    func matchingPorts() -> CommandParameter {
        var copy = self
        copy.isPortPattern = true
        return copy
    }

    /// The same parameter, which may be given several times.
    func repeating() -> CommandParameter {
        var copy = self
        copy.isRepeatable = true
        return copy
    }

    /// The same parameter, which a command line may leave out: a word that is none of its choices is the next parameter.
    func skippable() -> CommandParameter {
        var copy = self
        copy.mayBeSkipped = true
        return copy
    }

    /// The same parameter, which is also read by a name of an earlier version.
    func formerly(_ name: String) -> CommandParameter {
        var copy = self
        copy.oldNames.append(name)
        return copy
    }

    /// The same parameter with another kind of values than its type and placeholder tell.
    func completing(_ kind: CompletionKind) -> CommandParameter {
        var copy = self
        copy.kind = kind
        return copy
    }

    /// The form in an error: `TIME`, `--preroll`.
    public var shown: String { isPositional ? word : "--" + name }

    /// The form in a usage line: `[TIME]`, `[--preroll TIME]`, `[--wait]`.
    public var usage: String {
        let bare = isPositional ? word + (isRepeatable ? "..." : "") : signature
        return isRequired ? bare : "[\(bare)]"
    }

    /// The form in a list of options: `--preroll TIME`.
    public var signature: String {
        isPositional || type == .flag ? shown : "\(shown) \(word)"
    }

    /// The allowed values in words: `0 to 2`, `at least 1`.
    public var allowed: String {
        guard let limits else {
            let any = type == .text ? tr("a text that is not empty") : type.wanted.text
            return choices.isEmpty ? any : choices.joined(separator: tr(" or "))
        }
        let unit = type.unit.isEmpty ? "" : " " + type.unit.text
        let low = Self.plain(limits.lowerBound)
        guard limits.upperBound.isFinite else { return tr("at least \(low)\(unit)") }
        let high = Self.plain(limits.upperBound)
        return tr("\(low) to \(high)\(unit)")
    }

    private static func plain(_ number: Double) -> String {
        Int64(exactly: number).map(String.init) ?? number.description
    }
}
