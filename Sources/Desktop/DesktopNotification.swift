// The contents of a notification. Any thread; a value.

/// A notification of the desktop with one button.
public struct DesktopNotification: Sendable, Equatable {
    /// Number of the subject. A notification of the same subject replaces the one before; another subject gets another one.
    public var subject: UInt64
    /// First line, as plain text.
    public var summary: String
    /// Text under the first line, as markup of the desktop: `&` and `<` have to be escaped.
    public var body: String
    /// Label of the button.
    public var button: String

    /// Makes the contents of a notification.
    public init(subject: UInt64, summary: String, body: String, button: String) {
        self.subject = subject
        self.summary = summary
        self.body = body
        self.button = button
    }

    /// Arguments of the call `Notify`. `instead` is the number of the notification to replace; 0 for none.
    ///
    /// The notification does not expire (0), and leaves when its button is pressed or its program is gone: it is not resident.
    /// It is not transient either, since GNOME forgets transient ones at once. Its sound would be heard in the take.
    func arguments(instead: UInt32) -> [BusValue] {
        let hints: [(key: String, value: BusValue)] = [
            ("desktop-entry", .text("dicta")), ("urgency", .byte(1)), ("suppress-sound", .flag(true)),
        ]
        return [
            .text("Dicta"), .number(instead), .text("dicta"), .text(summary), .text(body), .texts([Self.action, button]),
            .dictionary(hints), .integer(0),
        ]
    }

    /// Key of the button's action.
    static let action = "stop"
}
