// The need of a single argument, a part of the table. Any thread may hold the value.

/// When an argument needs more than its command does.
public enum Demand: Sendable, Equatable {
    /// Wherever it is given.
    case always(Privilege)
    /// Given as a path instead of a name of the library.
    case path(Privilege)
    /// Given as one of these words.
    case words([String], Privilege)
    /// The need of the setting that it names.
    case setting

    /// The privilege that this value needs; nil where the command's own is enough.
    func privilege(for value: Value) -> Privilege? {
        switch (self, value) {
        case (_, .flag(false)): nil
        case (.always(let privilege), _): privilege
        case (.path(let privilege), .text(let text)): text.contains("/") ? privilege : nil
        case (.words(let words, let privilege), .text(let word)): words.contains(word) ? privilege : nil
        case (.setting, .text(let key)): SettingsTable.setting(named: key)?.needs == .owner ? .owner : nil
        case (.path, _), (.words, _), (.setting, _): nil
        }
    }

    /// After "needs", for help and for programs that ask for the table: `files for a path`.
    public func words(for parameter: CommandParameter) -> String {
        switch self {
        case .always(let privilege): "\(privilege.rawValue) for \(parameter.shown)"
        case .path(let privilege): "\(privilege.rawValue) where \(parameter.shown) is a path"
        case .words(let words, let privilege): "\(privilege.rawValue) for \(words.joined(separator: " and "))"
        case .setting: "owner where \(parameter.shown) is one of the owner's"
        }
    }
}
