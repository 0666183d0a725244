// One row of the table of settings. Any thread may hold the value.

/// One thing that can be set for good: its type, range and sentence are those of a parameter, so that file, commands and
/// options of programs check it in the same way.
public struct Setting: Sendable, Equatable {
    /// From when on a change holds.
    public enum Holds: String, Sendable {
        case atOnce = "at once"
        case nextTake = "with the next take"
        case nextStart = "with the next start of the engine"
    }

    /// Its name is the key.
    public let parameter: CommandParameter
    /// What holds when nobody says anything; nothing where the engine decides, or where nothing is done.
    public let standard: Value?
    public let holds: Holds
    /// Also an option of `dictad`, which wins over the file.
    public let isOption: Bool
    /// May stand on several lines; changed by a verb of its own.
    public let isList: Bool

    /// The least that who sets it must be (C10): a session's project brings its own value of what is the project's.
    public let needs: Authority

    public var key: ParameterKey { parameter.key }

    init(
        _ key: ParameterKey, _ type: ValueType, _ summary: String, standard: Value? = nil, _ holds: Holds, needs: Authority,
        option: Bool = false,
        limits: ClosedRange<Double>? = nil, choices: [String] = [], word: String? = nil, list: Bool = false
    ) {
        let bare = CommandParameter.option(key, type, summary, standard: standard)
        // A value that was not given must not look as if it were: the default is told, and not filled in.
        let words = standard == nil ? summary : CommandHelp.described(bare)
        let told = CommandParameter.option(key, type, words, limits: limits, choices: choices, word: word)
        parameter = needs == .owner ? told.needing(.always(.owner)) : told
        self.standard = standard
        self.holds = holds
        isOption = option
        isList = list
        self.needs = needs
    }
}
