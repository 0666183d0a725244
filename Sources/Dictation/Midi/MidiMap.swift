// The bindings of MIDI keys and their state. One thread at a time; a value, no I/O.

/// The bindings of keys and pedals, with the keys that are pressed.
public struct MidiMap: Sendable {
    /// The bindings, in the order of the settings.
    public private(set) var bindings: [MidiBinding]
    private var pressed: Set<MidiTrigger> = []
    /// Toggles whose next press runs the second command.
    private var flipped: Set<MidiTrigger> = []

    /// Makes the map of the lines in the settings; a wrong line is left out.
    public init(_ lines: [String] = []) {
        bindings = lines.compactMap { (line) -> MidiBinding? in
            do throws(CommandError) { return try MidiBinding(line) } catch { return nil }
        }
    }

    /// Reads a message and notes the press or release of its key; nil for a message that Dicta does not use. During a lesson a
    /// press runs nothing and is not noted.
    public mutating func read(_ message: [UInt8], isLesson: Bool) -> MidiInput? {
        switch MidiMessage(message) {
        case .trigger(let trigger, isPressed: true) where isLesson: .taught(trigger)
        case .trigger(let trigger, let isPressed):
            .key(trigger, isPressed: isPressed, requests(for: trigger, isPressed: isPressed))
        case .machine(let device, let commands): .machine(device: device, commands)
        case nil: nil
        }
    }

    /// The commands to run for a press or release. For a toggle `other` is its other command, used when the engine's state
    /// refuses the first.
    public mutating func requests(for trigger: MidiTrigger, isPressed: Bool) -> [(request: Request, other: Request?)] {
        let was = trigger.kind == .program ? false : pressed.contains(trigger)
        if isPressed { pressed.insert(trigger) } else { pressed.remove(trigger) }
        guard was != isPressed else { return [] }
        var requests: [(request: Request, other: Request?)] = []
        for binding in bindings where binding.trigger == trigger {
            let (first, second) = (binding.firstRequest, binding.secondRequest)
            switch (binding.mode, isPressed) {
            case (.press, true), (.hold, true): requests.append((first, nil))
            case (.press, false), (.toggle, false): break
            case (.hold, false): if let second { requests.append((second, nil)) }
            case (.toggle, true):
                if flipped.contains(trigger), let second {
                    requests.append((second, first))
                } else {
                    requests.append((first, second))
                }
            }
        }
        if isPressed, !flipped.insert(trigger).inserted { flipped.remove(trigger) }
        return requests
    }

    /// Notes that the other command of a toggle was run: the next press runs the refused command.
    public mutating func flip(_ trigger: MidiTrigger) {
        if !flipped.insert(trigger).inserted { flipped.remove(trigger) }
    }

    /// Replaces the bindings; pressed keys stay pressed.
    public mutating func replace(_ lines: [String]) {
        let next = MidiMap(lines)
        guard next.bindings != bindings else { return }
        bindings = next.bindings
        flipped = []
    }
}

/// The meaning of a MIDI message under the present bindings.
public enum MidiInput: Sendable {
    /// A key was pressed or released: the commands to run. For a toggle `other` is its other command, used when the engine's
    /// state refuses the first.
    case key(MidiTrigger, isPressed: Bool, [(request: Request, other: Request?)])
    /// A key was pressed during a lesson.
    case taught(MidiTrigger)
    /// MIDI Machine Control for a device; 0x7F means all devices.
    case machine(device: UInt8, [MachineControl])
}
