// Events of a notification. Any thread; a value.

/// An event of the notification.
public enum NotificationEvent: Sendable, Equatable {
    /// The button of the notification of this subject was pressed.
    case pressed(subject: UInt64)
    /// The notification could not be shown; the D-Bus name of the error.
    case refused(String)
}
