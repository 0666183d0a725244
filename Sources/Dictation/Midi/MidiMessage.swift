// Any thread; a value, no I/O.

/// What a MIDI message is to us: a key, a pedal or a program that can be learnt, machine control, or nothing.
public enum MidiMessage: Sendable, Equatable {
    /// Channels are 1 to 16, as people count them.
    case trigger(MidiTrigger, isPressed: Bool)
    case machine(device: UInt8, [MachineControl])

    /// One whole message, as JACK hands them over; nothing for all that is not for us, and for what is cut or wrong.
    public init?(_ bytes: [UInt8]) {
        guard let status = bytes.first, status >= 0x80 else { return nil }
        if status == 0xf0 {
            guard let (device, commands) = MachineControl.parse(bytes) else { return nil }
            self = .machine(device: device, commands)
            return
        }
        let data = bytes.dropFirst()
        guard data.allSatisfy({ $0 < 0x80 }), let number = data.first else { return nil }
        let channel = Int(status & 0x0f) + 1
        switch (status & 0xf0, data.count) {
        case (0x80, 2): self = .trigger(MidiTrigger(.note, channel: channel, number: Int(number)), isPressed: false)
        case (0x90, 2): self = .trigger(MidiTrigger(.note, channel: channel, number: Int(number)), isPressed: bytes[2] > 0)
        case (0xb0, 2): self = .trigger(MidiTrigger(.cc, channel: channel, number: Int(number)), isPressed: bytes[2] >= 64)
        case (0xc0, 1): self = .trigger(MidiTrigger(.program, channel: channel, number: Int(number)), isPressed: true)
        default: return nil
        }
    }
}
