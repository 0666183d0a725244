// Identity of an input device. Any thread; a value, no I/O.

/// An input device that can be a pedal.
public struct PedalPort: Sendable, Hashable {
    /// Name of its device file, such as `event5`.
    public let node: String
    /// Name of the device, clean.
    public let name: String
    /// Its place at the machine (phys), clean; empty if unknown.
    public let path: String
    /// Its serial number (uniq), clean; empty if it has none.
    public let serial: String
    /// Vendor and product of USB.
    public let vendor: Int, product: Int
    /// The keys that it can send.
    public let keys: Set<Int>

    /// Makes the identity of a device. Texts are cleaned.
    public init(node: String, name: String, path: String, serial: String, vendor: Int, product: Int, keys: Set<Int>) {
        self.node = node
        self.name = PedalPort.clean(name).isEmpty ? "unnamed" : PedalPort.clean(name)
        self.path = PedalPort.clean(path)
        self.serial = PedalPort.clean(serial)
        self.vendor = vendor
        self.product = product
        self.keys = keys
    }

    /// True for the pedals of known makers.
    public var isKnownPedal: Bool {
        switch vendor {
        // VEC and P.I. Engineering (Infinity), Olympus, Philips.
        case 0x05f3: product == 0x00ff
        case 0x07b4: [0x0218, 0x0251].contains(product)
        case 0x0911: true
        // PCsensor and its relatives, which are keyboards to Linux.
        case 0x0c45: [0x7403, 0x7404].contains(product)
        case 0x1a86: [0xe026, 0xe02d].contains(product)
        case 0x3553: product == 0xb001
        case 0x413d: product == 0x2107
        default: false
        }
    }

    /// True for a device that types text: it has all the letters of the upper row, and space.
    public var isKeyboard: Bool { keys.isSuperset(of: Array(16...25) + [57]) }

    /// True for mice and touchpads: they have a left button or feel fingers.
    public var isPointer: Bool { !keys.isDisjoint(with: [0x110, 0x14a]) }

    /// True for a device whose keys can be learnt without naming it: a keyboard or a mouse would be learnt by accident.
    public var isTeachable: Bool { !keys.isEmpty && (isKnownPedal || !isKeyboard && !isPointer) }

    /// Its place for triggers: the serial number, or the place at the machine; nil if neither is known.
    public var place: String? { serial.isEmpty ? path.isEmpty ? nil : path : serial }

    /// True for a device that a trigger names.
    public func matches(_ trigger: PedalTrigger) -> Bool {
        trigger.device == name && (trigger.place.map { $0 == serial || $0 == path } ?? true)
    }

    /// The trigger of a key for the bindings: one that names this device's place comes before one with the name alone.
    public func trigger(for key: Int, in bindings: [PedalBinding]) -> PedalTrigger {
        let fitting = bindings.map(\.trigger).filter { $0.key == key && matches($0) }
        return fitting.first { $0.place != nil } ?? fitting.first ?? PedalTrigger(key: key, device: name)
    }

    /// A text without quotes, control characters and characters that separate commands, of 128 bytes at most.
    public static func clean(_ text: String) -> String {
        let kept = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar {
            case "\"": return "'"
            case "|": return "/"
            default: return scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) ? " " : scalar
            }
        }
        var short = String.UnicodeScalarView()
        var length = 0
        for scalar in kept {
            length += Unicode.UTF8.width(scalar)
            guard length <= 128 else { break }
            short.append(scalar)
        }
        return SettingsText.trimmed(String(short))
    }
}
