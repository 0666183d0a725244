// One parameter of a row of the table. Any thread may hold the value.

/// One thing a command takes: `--preroll TIME`, or the bare TIME of `locate`.
public struct CommandParameter: Sendable, Equatable {
    /// The name as a type.
    public let key: ParameterKey
    public let type: ValueType
    public let summary: String
    /// Stands bare, without its name; several of these are taken in the order of the table.
    public let isPositional: Bool
    public let isRequired: Bool
    /// What holds when it is not given; nothing when the engine decides.
    public let standard: Value?
    /// Lowest and highest number, in the type's unit. `accept` checks only the sign of a time said in frames;
    /// `Request.checkFrames` checks the rest once the rate is known. A time without limits does not go below zero.
    public let limits: ClosedRange<Double>?
    /// The only texts allowed, or none for any.
    public let choices: [String]
    /// The placeholder in help.
    public let word: String
    /// May be given several times; the values are then one text, a line each, since no name and no word has a line break in it.
    public let isRepeatable: Bool
    /// When it needs more than its command; part of the authority column.
    public private(set) var demand: Demand?

    public static let separator: Character = "\n"

    private init(
        _ key: ParameterKey, _ type: ValueType, _ summary: String, positional: Bool, required: Bool, standard: Value?,
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
        self.word = word ?? (choices.isEmpty ? type.word : choices.joined(separator: "|"))
    }

    public static func option(
        _ key: ParameterKey, _ type: ValueType, _ summary: String, required: Bool = false, standard: Value? = nil,
        limits: ClosedRange<Double>? = nil, choices: [String] = [], word: String? = nil
    ) -> CommandParameter {
        CommandParameter(
            key, type, summary, positional: false, required: required, standard: standard, limits: limits, choices: choices,
            word: word)
    }

    public static func positional(
        _ key: ParameterKey, _ type: ValueType, _ summary: String, required: Bool, standard: Value? = nil,
        limits: ClosedRange<Double>? = nil, choices: [String] = [], word: String? = nil, repeatable: Bool = false
    ) -> CommandParameter {
        CommandParameter(
            key, type, summary, positional: true, required: required, standard: standard, limits: limits, choices: choices,
            word: word, repeatable: repeatable)
    }

    /// The name as it is typed.
    public var name: String { key.rawValue }

    /// The same, where it needs more than its command.
    func needing(_ demand: Demand) -> CommandParameter {
        var copy = self
        copy.demand = demand
        return copy
    }

    /// As an error names it: `TIME`, `--preroll`.
    public var shown: String { isPositional ? word : "--" + name }

    /// As the usage line shows it: `[TIME]`, `[--preroll TIME]`, `[--wait]`.
    public var usage: String {
        let bare = isPositional ? word + (isRepeatable ? "..." : "") : signature
        return isRequired ? bare : "[\(bare)]"
    }

    /// As a list of options shows it: `--preroll TIME`.
    public var signature: String {
        isPositional || type == .flag ? shown : "\(shown) \(word)"
    }

    /// The numbers allowed, in words: `0 to 2`, `at least 1`.
    public var allowed: String {
        guard let limits else {
            let any = type == .text ? "any text that is not empty" : type.wanted
            return choices.isEmpty ? any : choices.joined(separator: " or ")
        }
        let unit = type.unit.isEmpty ? "" : " " + type.unit
        let low = Self.plain(limits.lowerBound)
        return limits.upperBound.isFinite ? "\(low) to \(Self.plain(limits.upperBound))\(unit)" : "at least \(low)\(unit)"
    }

    private static func plain(_ number: Double) -> String {
        Int64(exactly: number).map(String.init) ?? number.description
    }
}
