// Room: Dictation. Any thread; a value, part of the table.

/// When an argument needs more than its command does.
public enum Demand: Sendable, Equatable {
    /// Wherever it is given.
    case always(Privilege)
    /// Where it is a path and no name of the library.
    case path(Privilege)
    /// Where it is one of these words.
    case words([String], Privilege)
    /// What the setting needs that it names.
    case setting

    /// What this value needs; nothing more than the command does where it is nil.
    func privilege(for value: Value) -> Privilege? {
        switch (self, value) {
        case (_, .flag(false)): nil
        case (.always(let privilege), _): privilege
        case (.path(let privilege), .text(let text)): text.contains("/") ? privilege : nil
        case (.words(let words, let privilege), .text(let word)): words.contains(word) ? privilege : nil
        case (.setting, .text(let key)): SettingsTable.setting(key)?.needs == .owner ? .owner : nil
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
