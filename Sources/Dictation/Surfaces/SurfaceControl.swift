// The controls of touch surfaces, made from the command table. Any thread; a value, no I/O.
internal import Messages

/// One button or fader of a touch surface, made from a command.
public struct SurfaceControl: Sendable, Equatable {
    /// The kind of control.
    public enum Kind: Sendable, Equatable {
        /// A button that sends the address at each press, with an argument or without.
        case button(Double?)
        /// A button that sends 1 while held and 0 at the release.
        case hold
        /// A fader over a range of numbers.
        case fader(ClosedRange<Double>, standard: Double)
    }

    /// The text on the control.
    public let label: String
    /// The OSC address that it sends to.
    public let address: String
    /// The kind of control.
    public let kind: Kind

    /// The controls by groups of the table that are used while playing or recording, in the order of the table.
    public static let panels: [(title: String, controls: [SurfaceControl])] = [
        CommandGroup.transport, .markers, .editing, .sound, .control,
    ].compactMap { group in
        let controls = CommandTable.commands(of: group).filter { $0.needsEngine && !$0.lists }.flatMap(controls)
        return controls.isEmpty ? nil : (group.title.text, controls)
    }

    private static func controls(of command: Command) -> [SurfaceControl] {
        if case .subscription = command.verb { return [] }
        let parameters = command.parameters
        var all: [SurfaceControl] = []
        var isShownBare = true
        if let first = command.positional {
            if first.isSwitch || first.isKey {
                return [SurfaceControl(label: command.name, address: command.address, kind: .hold)]
            }
            isShownBare = !first.isRequired && first.choices.isEmpty && first.limits == nil
            all += first.choices.map { choice in
                SurfaceControl(label: "\(command.name) \(choice)", address: "\(command.address)/\(choice)", kind: .button(nil))
            }
            if first.choices.isEmpty { all += number(first, of: command) }
        } else {
            // A command that only sets values shows them when it has no argument, which a button cannot display.
            isShownBare = command.group != .sound
        }
        if command.group == .sound { all += parameters.filter { !$0.isPositional }.flatMap { option($0, of: command) } }
        guard isShownBare, !parameters.contains(where: { $0.isRequired }) else { return all }
        return [SurfaceControl(label: command.name, address: command.address, kind: .button(nil))] + all
    }

    /// A number becomes a fader; a step in both directions becomes two buttons.
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
        // The range between -60 dB and silence is of no use on a fader.
        let range =
            max(-60, limits.lowerBound).isFinite && parameter.type == .level
            ? max(-60, limits.lowerBound)...limits.upperBound : limits
        let standard = range.contains(0) && range.lowerBound < 0 ? 0 : 1
        return SurfaceControl(label: label, address: address, kind: .fader(range, standard: Double(standard)))
    }
}
