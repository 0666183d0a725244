// The place of a shown notification. Any thread; a value.

/// The place of a notification at the service that shows it. Over a crash of this program it tells if the notification is still
/// there: a bus has an id of its own, and never gives the unique name of a service to another one.
public struct NotificationPlace: Sendable, Equatable {
    /// Id of the bus.
    let bus: String
    /// Unique name of the service on the bus.
    let service: String
    /// Number of the notification at the service.
    let number: UInt32

    /// Makes the place of a notification.
    init(bus: String, service: String, number: UInt32) {
        self.bus = bus
        self.service = service
        self.number = number
    }

    /// Reads the text of a place. Nil if it is none.
    public init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 3, let number = UInt32(words[2]) else { return nil }
        self.init(bus: words[0], service: words[1], number: number)
    }

    /// The place as text, for a file.
    public var text: String { "\(bus) \(service) \(number)" }
}
