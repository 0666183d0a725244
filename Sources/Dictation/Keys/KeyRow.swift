// One row of the table of keys. Any thread; a value.
public import Messages

/// An action with the part of the screen where it holds, its standard keys, and its words.
public struct KeyRow: Hashable, Sendable {
    /// The action.
    public let action: ScreenAction
    /// The part of the screen.
    public let context: KeyContext
    /// The standard keys, the one that the footer shows first.
    public let keys: [Key]
    /// The word in the footer, which the state of the screen may replace; empty for an action that the footer leaves out.
    public let hint: Message
    /// The line in the help.
    public let help: Message
    /// The commands that the engine gets, as typed after `dicta`; empty where they follow from the state of the screen.
    public let lines: [String]
    /// True if the engine must answer for the action to make sense.
    public let needsEngine: Bool

    // Called by each row, not copied into it: see `Command`.
    @inline(never)
    init(
        _ action: ScreenAction, _ context: KeyContext, _ keys: String, hint: Message = "", _ help: Message, _ lines: String...,
        needsEngine: Bool = false
    ) {
        self.action = action
        self.context = context
        self.keys = keys.split(separator: " ").compactMap { Key(name: String($0)) }
        self.hint = hint
        self.help = help
        self.lines = lines
        self.needsEngine = needsEngine || !lines.isEmpty
    }

    /// The requests to the engine. Throws the error of a line that is no command.
    public func requests() throws(CommandError) -> [Request] {
        var requests: [Request] = []
        for line in lines { requests.append(try Request(line: line)) }
        return requests
    }
}
