// Steps of the timer's times. Any thread; constants.
internal import Dictation

/// The values that the arrows choose for each field of the timer.
enum TimerSteps {
    private static let lengths = [
        60.0, 120, 180, 300, 600, 900, 1200, 1500, 1800, 2700, 3600, 5400, 7200, 10_800, 14_400, 21_600, 43_200, 86_400,
    ]
    private static let countdowns = [0.0, 3, 5, 10, 15, 30, 60, 120, 300]
    private static let intervals = [0.0, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600]
    /// The beds of the table.
    static let beds = ["silent"] + NoiseColour.allCases.map(\.rawValue) + ["off"]

    /// The value after another one, or before it; nil at the end of the steps.
    static func next(_ key: ParameterKey, _ value: String, up isUp: Bool) -> String? {
        switch key {
        case .length: step(lengths, value, up: isUp)
        case .countdown: step(countdowns, value, up: isUp)
        case .interval: step(intervals, value, up: isUp)
        case .bed: OptionValue.next(value, among: beds, by: isUp ? 1 : -1)
        default:
            (try? CommandTable.command(.cue(.timer)))?.parameter(key).flatMap {
                OptionValue.step(value, by: isUp ? 1 : -1, $0)
            }
        }
    }

    private static func step(_ steps: [Double], _ value: String, up isUp: Bool) -> String? {
        guard let now = TimerChoice.seconds(value) else { return steps.first.map(text) }
        return (isUp ? steps.first { $0 > now } : steps.last { $0 < now }).map(text)
    }

    /// A time in as few characters as the table reads: `20m`, `1h30m`, `0s`.
    static func text(_ seconds: Double) -> String {
        guard seconds.rounded() == seconds else { return TimeSpan.seconds(seconds).description }
        let whole = Int64(nearest: seconds)
        let parts = [("h", whole / 3600), ("m", whole / 60 % 60), ("s", whole % 60)].filter { $0.1 > 0 }
        return parts.isEmpty ? "0s" : parts.map { "\($0.1)\($0.0)" }.joined()
    }
}
