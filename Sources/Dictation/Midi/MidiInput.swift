// The meaning of a MIDI message under the present bindings. Any thread; a value.

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
