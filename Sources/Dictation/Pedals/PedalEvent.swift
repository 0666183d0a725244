// Events of an input device. Any thread; a value, no I/O.

/// One event of an input device of Linux (struct input_event).
public struct PedalEvent: Sendable, Equatable {
    /// Type; only keys (`keyType`) count.
    public let type: UInt16
    /// Number of the key.
    public let code: UInt16
    /// 1 for a press, 0 for a release, 2 for a repeat.
    public let value: Int32
    /// Time of the event in microseconds of the monotonic clock.
    public let time: Int64

    /// EV_KEY.
    public static let keyType: UInt16 = 1

    /// Makes an event.
    public init(type: UInt16 = keyType, code: UInt16, value: Int32, time: Int64) {
        self.type = type
        self.code = code
        self.value = value
        self.time = time
    }
}
