// Needs of single arguments. Any thread; a value.
internal import Messages

/// The case in which an argument needs more than its command.
public enum Demand: Sendable, Equatable {
    /// Whenever it is given.
    case always(Privilege)
    /// When it is a path and not the name of a recording.
    case path(Privilege)
    /// When it is one of these words.
    case words([String], Privilege)
    /// The need of each word, for a command that stands for several others.
    case word([String: Privilege])
    /// The need of the setting that it names.
    case setting

    /// The privilege that this value needs; nil when that of the command is enough.
    func privilege(for value: Value) -> Privilege? {
        switch (self, value) {
        case (_, .flag(false)): nil
        case (.always(let privilege), _): privilege
        case (.path(let privilege), .text(let text)): text.hasSlash ? privilege : nil
        case (.words(let words, let privilege), .text(let word)): words.contains(word) ? privilege : nil
        case (.word(let needs), .text(let word)): needs[word]
        case (.setting, .text(let key)): SettingsTable.setting(named: key)?.needs == .owner ? .owner : nil
        case (.path, _), (.words, _), (.word, _), (.setting, _): nil
        }
    }

    /// The need in words, after "needs", for help and for programs that read the table: `files for a path`.
    public func words(for parameter: CommandParameter) -> String {
        let shown = parameter.shown
        switch self {
        case .always(let privilege): return tr("\(privilege.rawValue) for \(shown)")
        case .path(let privilege): return tr("\(privilege.rawValue) if \(shown) is a path")
        case .words(let words, let privilege): return Self.words(words, privilege)
        case .word(let needs):
            return Privilege.allCases.compactMap { privilege in
                let words = parameter.choices.filter { needs[$0] == privilege }
                return words.isEmpty ? nil : Self.words(words, privilege)
            }.joined(separator: "; ")
        case .setting: return tr("owner if \(shown) is a setting of the owner")
        }
    }

    private static func words(_ words: [String], _ privilege: Privilege) -> String {
        let list = words.joined(separator: tr(" and "))
        return tr("\(privilege.rawValue) for \(list)")
    }
}
