// The key of a pedal. Any thread; a value, no I/O.

/// A key of a pedal at USB: `key 257 "VEC USB Footpedal"`, with the place of the device where two have one name.
public struct PedalTrigger: InputTrigger {
    /// Key number of Linux (EV_KEY), 0 to 767.
    public let key: Int
    /// Name of the device, as `PedalPort.clean` gives it.
    public let device: String
    /// Serial number of the device, or its place at the machine; nil for any device of the name.
    public let place: String?

    /// Highest key number of Linux (KEY_MAX).
    public static let highestKey = 0x2ff

    /// Makes a trigger.
    public init(key: Int, device: String, place: String? = nil) {
        self.key = key
        self.device = device
        self.place = place
    }

    /// Reads a trigger such as `key 257 "VEC USB Footpedal"`.
    public static func read(_ text: Substring) -> (trigger: PedalTrigger, rest: Substring)? {
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0] == "key", let key = Int(words[1]), (0...highestKey).contains(key),
            let (device, rest) = quoted(words[2]), !device.isEmpty
        else { return nil }
        guard let (place, end) = quoted(rest.drop { $0 == " " }), !place.isEmpty else {
            return (PedalTrigger(key: key, device: device), rest)
        }
        return (PedalTrigger(key: key, device: device, place: place), end)
    }

    /// A pedal is released when the foot leaves it.
    public var isMomentary: Bool { false }

    /// The trigger as settings have it.
    public var description: String { "key \(key) \"\(device)\"" + (place.map { " \"\($0)\"" } ?? "") }

    /// Verb that lists, learns and forgets the bindings of such triggers.
    public static let verb = "pedal"
    /// Form of a trigger as text, for errors and help.
    public static let form = "key NUMBER \"DEVICE\" [\"PLACE\"]"

    /// The text between the quotes at the start, and what comes after them.
    private static func quoted(_ text: Substring) -> (String, Substring)? {
        guard text.first == "\"" else { return nil }
        let inside = text.dropFirst()
        guard let end = inside.firstIndex(of: "\"") else { return nil }
        let found = String(inside[..<end])
        guard found == PedalPort.clean(found) else { return nil }
        return (found, inside[inside.index(after: end)...])
    }
}
