// The setting hook-durable: events whose hooks must not be lost. Any thread; a value.
internal import Messages

/// The events whose programs are kept in a queue until they have ended with 0 (F13).
public struct DurableHooks: Sendable, Equatable {
    /// The events, in the order of the setting; `hook-failed` is never one, since it would follow itself.
    public let events: [HookEvent]

    /// No event: the default.
    public static let none = DurableHooks(events: [])
    private static let noneWord = "nothing"

    private init(events: [HookEvent]) { self.events = events }

    /// Reads the setting: names of events separated by commas, also with `on-` before them, or `nothing`. Throws `.wrongType`.
    public init(_ text: String) throws(CommandError) {
        guard text != Self.noneWord else {
            self = .none
            return
        }
        var events: [HookEvent] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = SettingsText.trimmed(part)
            let event = HookEvent(rawValue: word) ?? HookEvent.allCases.first { $0.key.rawValue == word }
            guard let event, event != .hookFailed else {
                throw .wrongType(
                    command: SettingsTable.command.name, parameter: ParameterKey.hookDurable.rawValue,
                    wanted: tr(
                        "a list of events such as completed,record-stopped ('dicta help set' lists them; not hook-failed), or"
                            + " \(Self.noneWord)"),
                    got: Value.text(text).quoted)
            }
            if !events.contains(event) { events.append(event) }
        }
        self.init(events: events)
    }

    /// The text of the setting.
    public var text: String { events.isEmpty ? Self.noneWord : events.map(\.rawValue).joined(separator: ",") }
}
