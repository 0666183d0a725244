// One row of the table of settings. Any thread; a value.
public import Messages

/// A permanent setting. Its type, range and sentence are those of a parameter, so that file, commands and options of programs
/// check it in the same way.
public struct Setting: Sendable, Equatable {
    /// The time at which a change takes effect.
    public enum Holds: String, Sendable {
        /// Immediately.
        case atOnce = "immediately"
        /// With the next take.
        case nextTake = "with the next take"
        /// When the engine starts next.
        case nextStart = "when the engine starts next"

        /// The time as a sentence.
        public var sentence: Message {
            switch self {
            case .atOnce: "A change takes effect immediately."
            case .nextTake: "A change takes effect with the next take."
            case .nextStart: "A change takes effect when the engine starts next."
            }
        }
    }

    /// The parameter; its name is the key.
    public private(set) var parameter: CommandParameter
    /// The default; nil when the engine decides, or when nothing is done.
    public let standard: Value?
    /// The time at which a change takes effect.
    public let holds: Holds
    /// True when it is also an option of `dictad`, which overrides the file.
    public let isOption: Bool
    /// True when it may have several lines; a verb of its own changes it.
    public let isList: Bool

    /// The least authority that may set it (C10). A session's project has its own values of project settings.
    public let needs: Authority

    /// The key.
    public var key: ParameterKey { parameter.key }

    /// The description with the default, in the user's language.
    public var words: String { CommandHelp.described(parameter, range: false) }

    /// The default as it is typed; nil when there is none.
    var standardText: String? { standard.map { SettingsTable.text($0, of: self) } }

    // Called by each row, not copied into it: see `Command`.
    @inline(never)
    init(
        _ key: ParameterKey, _ type: ValueType, _ summary: Message, standard: Value? = nil, _ holds: Holds, needs: Authority,
        option: Bool = false,
        limits: ClosedRange<Double>? = nil, choices: [String] = [], word: String? = nil, list: Bool = false
    ) {
        // A setting without a value must not look set: the default is described, and not filled in.
        let told = CommandParameter.option(key, type, summary, limits: limits, choices: choices, word: word).describing(standard)
        parameter = needs == .owner ? told.needing(.always(.owner)) : told
        self.standard = standard
        self.holds = holds
        isOption = option
        isList = list
        self.needs = needs
    }

    /// The same setting, whose text is a pattern of port names.
    func matchingPorts() -> Setting {
        var copy = self
        copy.parameter = parameter.matchingPorts()
        return copy
    }
}
