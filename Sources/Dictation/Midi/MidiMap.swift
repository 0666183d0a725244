// A value of one thread; no I/O.

/// What keys and pedals do, and how far they are pressed.
public struct MidiMap: Sendable {
    public private(set) var bindings: [MidiBinding]
    private var pressed: Set<MidiTrigger> = []
    /// Toggles whose next press is the second command.
    private var flipped: Set<MidiTrigger> = []

    /// From the lines of the settings.
    public init(_ lines: [String] = []) {
        bindings = lines.compactMap { (line) -> MidiBinding? in
            do throws(CommandError) { return try MidiBinding(line) } catch { return nil }
        }
    }

    /// What a key does now: the command, and for a toggle the other one, which is meant where this one does not fit.
    public mutating func lines(for trigger: MidiTrigger, isPressed: Bool) -> [(line: String, other: String?)] {
        let was = trigger.kind == .program ? false : pressed.contains(trigger)
        if isPressed { pressed.insert(trigger) } else { pressed.remove(trigger) }
        guard was != isPressed else { return [] }
        var lines: [(line: String, other: String?)] = []
        for binding in bindings where binding.trigger == trigger {
            switch (binding.mode, isPressed) {
            case (.press, true), (.hold, true): lines.append((binding.first, nil))
            case (.press, false), (.toggle, false): break
            case (.hold, false): lines.append((binding.second ?? "", nil))
            case (.toggle, true):
                let isSecond = flipped.contains(trigger)
                lines.append(isSecond ? (binding.second ?? "", binding.first) : (binding.first, binding.second))
            }
        }
        if isPressed, !flipped.insert(trigger).inserted { flipped.remove(trigger) }
        return lines
    }

    /// The other command of a toggle was done: its next press is this one again.
    public mutating func flip(_ trigger: MidiTrigger) {
        if !flipped.insert(trigger).inserted { flipped.remove(trigger) }
    }

    /// With other bindings, what is pressed stays pressed.
    public mutating func replace(_ lines: [String]) {
        let next = MidiMap(lines)
        guard next.bindings != bindings else { return }
        bindings = next.bindings
        flipped = []
    }
}
