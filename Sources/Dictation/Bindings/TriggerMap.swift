// The bindings of keys or pedals and their state. One thread at a time; a value, no I/O.

/// The bindings of keys or pedals, with the keys that are pressed.
public struct TriggerMap<Trigger: InputTrigger>: Sendable {
    /// The bindings, in the order of the settings.
    public private(set) var bindings: [TriggerBinding<Trigger>]
    private var pressed: Set<Trigger> = []
    /// Toggles whose next press runs the second command.
    private var flipped: Set<Trigger> = []

    /// Makes the map of the lines in the settings; a wrong line is left out.
    public init(_ lines: [String] = []) {
        bindings = lines.compactMap { (line) -> TriggerBinding<Trigger>? in
            do throws(CommandError) { return try TriggerBinding(line) } catch { return nil }
        }
    }

    /// The commands to run for a press or release. For a toggle `other` is its other command, used when the engine's state
    /// refuses the first.
    public mutating func requests(for trigger: Trigger, isPressed: Bool) -> [(request: Request, other: Request?)] {
        let was = trigger.isMomentary ? false : pressed.contains(trigger)
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
    public mutating func flip(_ trigger: Trigger) {
        if !flipped.insert(trigger).inserted { flipped.remove(trigger) }
    }

    /// Replaces the bindings; pressed keys stay pressed. Returns the release commands of held keys whose binding is gone: no
    /// later release would run them.
    public mutating func replace(_ lines: [String]) -> [Request] {
        let next = TriggerMap(lines)
        guard next.bindings != bindings else { return [] }
        let gone = bindings.filter { $0.mode == .hold && pressed.contains($0.trigger) && !next.bindings.contains($0) }
        bindings = next.bindings
        flipped = []
        return gone.compactMap(\.secondRequest)
    }
}
