// Values for the next run of the timer. Any thread; a value.
internal import Dictation
internal import Messages

/// Length and options of the next run, as they are typed after `timer start`.
struct TimerChoice: Sendable, Equatable {
    /// The options, in the order of the screen.
    static let options: [ParameterKey] = [.countdown, .interval, .bed, .level]

    /// Name of the preset from which the values come; empty once one of them was changed.
    private(set) var preset = ""
    /// The length.
    private(set) var length = CommandTable.timerLength
    /// The options that are not left to the settings.
    private(set) var values: [ParameterKey: String] = [:]

    init() {}

    /// The values of a preset; nil for a line that the command table refuses.
    init?(preset: String, line: String) {
        guard let request = try? Request(line: "timer start " + line), let length = request.text(.length) else { return nil }
        self.preset = preset
        self.length = length
        for option in request.command.parameters where Self.options.contains(option.key) {
            let word = request.word(option)
            values[option.key] = option.type.isTime ? word.flatMap(Self.seconds).map(TimerSteps.text) : word
        }
    }

    /// The values in a few words, as a list of presets shows them: `20m, every 5m, bed pink`.
    var words: String {
        var parts = [length]
        if let interval = values[.interval] { parts.append(interval == "0s" ? tr("no gongs") : tr("every \(interval)")) }
        if let bed = values[.bed] { parts.append(bed == "off" ? tr("no bed") : tr("bed \(bed)")) }
        if let countdown = values[.countdown] {
            parts.append(countdown == "0s" ? tr("no countdown") : tr("countdown \(countdown)"))
        }
        if let level = values[.level] { parts.append(tr("\(level) dB")) }
        return parts.joined(separator: ", ")
    }

    /// The values that an earlier screen stored.
    init(memory: [String: String]) {
        length = memory["timer.length"] ?? length
        for key in Self.options { values[key] = memory["timer.\(key.rawValue)"].flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// The values for the next screen. What is left to the settings is stored as empty.
    var memory: [String: String] {
        var memory = ["timer.length": length]
        for key in Self.options { memory["timer.\(key.rawValue)"] = values[key] ?? "" }
        return memory
    }

    /// The value of a field; nil for one that is left to the settings.
    func value(_ key: ParameterKey) -> String? { key == .length ? length : values[key] }

    /// Changes a field; nil leaves it to the settings, and gives the length its first value.
    mutating func set(_ key: ParameterKey, _ value: String?) {
        preset = ""
        if key == .length { length = value ?? CommandTable.timerLength } else { values[key] = value }
    }

    /// The values of the request to start, or to save a preset.
    func request(_ action: String) -> [ParameterKey: Value] {
        var request: [ParameterKey: Value] = [.do: .text(action), .length: .text(preset.isEmpty ? length : preset)]
        if preset.isEmpty || action != "start" {
            request[.length] = .text(length)
            for (key, value) in values { request[key] = .text(value) }
        }
        return request
    }

    /// The seconds of a text that is a time; nil for another text.
    static func seconds(_ text: String) -> Double? {
        TimeSpan(text).map { max(0, min(86_400, $0.seconds(rate: SettingsTable.frameRate))) }
    }
}
