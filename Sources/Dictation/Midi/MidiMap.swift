// MIDI messages under the bindings of keys. One thread at a time; a value, no I/O.

/// The bindings of MIDI keys.
public typealias MidiMap = TriggerMap<MidiTrigger>

extension TriggerMap where Trigger == MidiTrigger {
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
