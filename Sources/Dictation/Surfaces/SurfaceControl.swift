// The buttons and faders of touch surfaces, made from the table. Any thread may hold the value; no I/O.

/// One button or fader of a touch surface, as the table of commands has it.
public struct SurfaceControl: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// Sends the address when it is pressed, with an argument or without.
        case button(Double?)
        /// 1 while it is held, 0 when it is let go.
        case hold
        /// A number between these.
        case fader(ClosedRange<Double>, standard: Double)
    }

    public let label: String
    public let address: String
    public let kind: Kind

    /// By groups of the table, those that hands use; in the order of the table.
    public static let panels: [(title: String, controls: [SurfaceControl])] = [
        CommandGroup.transport, .markers, .editing, .sound, .control,
    ].compactMap { group in
        let controls = CommandTable.commands(of: group).filter { $0.needsEngine && !$0.lists }.flatMap(controls)
        return controls.isEmpty ? nil : (group.rawValue, controls)
    }

    private static func controls(of command: Command) -> [SurfaceControl] {
        if case .subscription = command.verb { return [] }
        let parameters = command.parameters
        var all: [SurfaceControl] = []
        var isShownBare = true
        if let first = command.positional {
            if first.choices == ["on", "off"] {
                return [SurfaceControl(label: command.name, address: command.address, kind: .hold)]
            }
            isShownBare = !first.isRequired && first.choices.isEmpty && first.limits == nil
            all += first.choices.map { choice in
                SurfaceControl(label: "\(command.name) \(choice)", address: "\(command.address)/\(choice)", kind: .button(nil))
            }
            if first.choices.isEmpty { all += number(first, of: command) }
        } else {
            // What has only things to set shows them when it is asked bare, which is nothing for a button.
            isShownBare = command.group != .sound
        }
        if command.group == .sound { all += parameters.filter { !$0.isPositional }.flatMap { option($0, of: command) } }
        guard isShownBare, !parameters.contains(where: { $0.isRequired }) else { return all }
        return [SurfaceControl(label: command.name, address: command.address, kind: .button(nil))] + all
    }

    /// A bare number: a fader; a step that can go both ways: two buttons.
    private static func number(_ parameter: CommandParameter, of command: Command) -> [SurfaceControl] {
        guard let limits = parameter.limits else { return [] }
        switch parameter.type {
        case .number, .level: return [fader(command.name, command.address, limits, of: parameter)]
        case .time where limits.lowerBound < 0:
            guard case .double(let step)? = parameter.standard else { return [] }
            return [-step, step].map { step in
                SurfaceControl(
                    label: "\(command.name) \(step < 0 ? "" : "+")\(Int(step)) s", address: command.address, kind: .button(step))
            }
        default: return []
        }
    }

    private static func option(_ parameter: CommandParameter, of command: Command) -> [SurfaceControl] {
        let address = "\(command.address)/\(parameter.name)"
        guard [.number, .level].contains(parameter.type), let limits = parameter.limits else { return [] }
        let isWord = command.parameters.contains { $0.choices.contains(parameter.name) }
        return [fader("\(command.name) \(parameter.name)" + (isWord ? " by" : ""), address, limits, of: parameter)]
    }

    private static func fader(
        _ label: String, _ address: String, _ limits: ClosedRange<Double>, of parameter: CommandParameter
    ) -> SurfaceControl {
        // Nobody needs the way from -60 dB to silence under a finger.
        let range =
            max(-60, limits.lowerBound).isFinite && parameter.type == .level
            ? max(-60, limits.lowerBound)...limits.upperBound : limits
        let standard = range.contains(0) && range.lowerBound < 0 ? 0 : 1
        return SurfaceControl(label: label, address: address, kind: .fader(range, standard: Double(standard)))
    }
}
