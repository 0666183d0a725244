// Reads MIDI messages. Any thread; a value, no I/O.

/// A MIDI message that Dicta uses: a key, controller or program that can be learnt, or machine control.
public enum MidiMessage: Sendable, Equatable {
    /// A key, controller or program; channels are 1 to 16.
    case trigger(MidiTrigger, isPressed: Bool)
    /// MIDI Machine Control for a device; 0x7F means all devices.
    case machine(device: UInt8, [MachineControl])

    /// Reads one whole message, as JACK delivers it; nil for messages that Dicta does not use and for incomplete or wrong ones.
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
