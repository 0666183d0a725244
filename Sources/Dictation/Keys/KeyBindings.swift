// The keys in force: the standard ones with the user's changes. Any thread; a value.
internal import Messages

/// The meaning of each key in each part of the screen.
public struct KeyBindings: Sendable, Equatable {
    private var actions: [KeyContext: [Key: ScreenAction]] = [:]
    private var keys: [KeyContext: [ScreenAction: [Key]]] = [:]

    /// The standard keys.
    public static let standard = KeyBindings(own: [:])

    /// Reads the setting `keys`: `ACTION=KEY`, separated by commas. An action that is named loses its standard keys; named twice,
    /// it has both keys. Throws `.wrongType` for a text that is none, and for a key that another action has.
    public init(_ text: String) throws(CommandError) {
        var own: [ScreenAction: [Key]] = [:]
        var rest = text[...].drop(while: Self.isSpace)
        while !rest.isEmpty {
            let name = rest.prefix { $0 != "=" }
            rest = rest.dropFirst(name.count + 1)
            // The first character belongs to the key in any case, so that a comma can be a key.
            guard let first = rest.popFirst() else { throw Self.wrong(tr("ACTION=KEY, separated by commas"), String(name)) }
            let tail = rest.prefix { $0 != "," }
            rest = rest.dropFirst(tail.count + 1).drop(while: Self.isSpace)
            guard let action = ScreenAction(rawValue: SettingsText.trimmed(name)) else {
                throw Self.wrong(tr("actions that 'dicta help --keys' lists"), String(name))
            }
            let word = first == "," ? "," : SettingsText.trimmed(String(first) + tail)
            guard let key = Key(name: word) else { throw Self.wrong(tr("keys such as t, space, f5, ctrl-t or shift-left"), word) }
            own[action, default: []].append(key)
        }
        self.init(own: own)
        try check()
    }

    /// The parts of the screen whose keys no setting changes.
    private static let fixed: Set<KeyContext> = [.prompt, .entry, .search, .typing]

    private init(own: [ScreenAction: [Key]]) {
        for row in KeyTable.all {
            // Questions and searches take characters as text: their keys stay, so that they can always be ended.
            let held = Self.fixed.contains(row.context) ? row.keys : own[row.action] ?? row.keys
            keys[row.context, default: [:]][row.action] = held
            for key in held where actions[row.context]?[key] == nil {
                actions[row.context, default: [:]][key] = row.action
            }
        }
    }

    /// Throws if two actions have one key in the same part of the screen.
    private func check() throws(CommandError) {
        for row in KeyTable.all {
            for key in keys(of: row) {
                guard let other = actions[row.context]?[key], other != row.action else { continue }
                throw Self.wrong(
                    tr("a key for each action"), tr("\(key.name), the key of both \(other.rawValue) and \(row.action.rawValue)"))
            }
        }
    }

    private static func wrong(_ wanted: String, _ got: String) -> CommandError {
        .wrongType(
            command: SettingsTable.command.name, parameter: ParameterKey.keys.rawValue, wanted: wanted,
            got: Value.text(got).quoted)
    }

    private static func isSpace(_ character: Character) -> Bool { character == " " || character == "," }

    /// The action of a key in the first of these parts of the screen that knows the key; nil for none.
    public func action(of key: Key, in contexts: [KeyContext]) -> ScreenAction? {
        for context in contexts {
            if let action = actions[context]?[key] { return action }
        }
        return nil
    }

    /// The keys of a row.
    public func keys(of row: KeyRow) -> [Key] { keys[row.context]?[row.action] ?? [] }

    /// The first key of an action that is no other action's in these parts of the screen; nil for none.
    public func key(of action: ScreenAction, in contexts: [KeyContext]) -> Key? {
        for context in contexts {
            if let key = keys[context]?[action]?.first(where: { self.action(of: $0, in: contexts) == action }) { return key }
        }
        return nil
    }

    /// The rows that hold in these parts of the screen, each with the first of its keys that is no other action's there. While
    /// a text is typed, a key that types is no action's.
    public func rows(in contexts: [KeyContext], isTyping: Bool = false) -> [(row: KeyRow, key: Key)] {
        contexts.flatMap { context in
            KeyTable.rows(of: context).compactMap { row in
                keys(of: row).first { !(isTyping && $0.isText) && action(of: $0, in: contexts) == row.action }.map { (row, $0) }
            }
        }
    }
}
