// Values of options and their steps. Any thread; no I/O.
internal import Dictation

/// A value of an option as text, and the next one.
enum OptionValue {
    /// The value after another one among the choices, or before it; the ends are joined.
    static func next(_ value: String, among choices: [String], by step: Int) -> String? {
        guard !choices.isEmpty else { return nil }
        guard let place = choices.firstIndex(of: value) else { return choices.first }
        return choices[(place + step + choices.count) % choices.count]
    }

    /// A number that is a step more or less, within its limits, as it is typed.
    static func step(_ value: String, by step: Double, _ parameter: CommandParameter) -> String? {
        let isTime = parameter.type.isTime
        guard
            let number = isTime
                ? TimeSpan(value)?.seconds(rate: SettingsTable.frameRate) : Double(value) ?? start(value, parameter)
        else { return nil }
        let limits = parameter.limits ?? 0...Double.greatestFiniteMagnitude
        // Silence has no step below it, and the first one above it is -60 dB.
        let base = number == -.infinity ? (step > 0 ? -61 : number) : number
        let rounded = ((base + step) / abs(step)).rounded() * abs(step)
        let next = max(limits.lowerBound, min(limits.upperBound, rounded))
        if next < -60, parameter.type == .level { return "-inf" }
        return isTime ? TimeSpan.seconds(next).description : next.short
    }

    /// The number from which a value without a number is stepped.
    private static func start(_ value: String, _ parameter: CommandParameter) -> Double? {
        if value == "-inf" { return -.infinity }
        // A bit rate that the engine chooses: 128 is what most programs choose.
        return value.isEmpty && parameter.type == .integer ? 128 : nil
    }
}
