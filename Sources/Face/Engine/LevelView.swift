// Levels of two channels. Any thread; a value.
internal import Dictation

/// Fields of the topic `meters` for the inputs or the outputs, and their clips.
struct LevelView: Sendable, Equatable {
    /// Levels of one channel in dB; silence is -200.
    struct Channel: Sendable, Equatable {
        var average = silence
        var peak = silence
        var held = silence
        /// True once a sample was at full scale, until the user clears it.
        var hasClipped = false
        /// The held peak of a clip that the user has cleared: until it goes or changes it is no news.
        fileprivate var cleared: Double?
    }

    /// The level of silence in dB.
    static let silence = -200.0

    var left = Channel()
    var right = Channel()
    /// The time of the last clip; nil for none.
    var clippedAt: Double?
    /// The number of the newest window of the meters, and of the one at which the user cleared the lamps.
    private var window: Int64 = 0
    private var clearedWindow: Int64 = 0
    /// True once the engine's counts of clips were taken or cleared.
    private var knowsCounts = false

    /// Windows after a clear that may have been measured before it: a clear takes its way to the engine.
    private static let lateWindows: Int64 = 6

    /// Takes the levels of `place`: `in` or `out`.
    ///
    /// A clip shows in the held peak: a message has the peak of one window only, and not each window has a message.
    mutating func take(_ fields: Fields, _ place: String, at now: Double) {
        window = max(0, fields.count("meter_count"))
        for (side, channel) in Self.sides {
            let before = self[keyPath: channel]
            let peak = Self.level(fields, "\(place)_peak_\(side)_db")
            let held = Self.level(fields, "\(place)_held_\(side)_db")
            let cleared = held < 0 ? nil : before.cleared
            let isOld = cleared != nil && (window - clearedWindow <= Self.lateWindows || (peak < 0 && held == cleared))
            let isClip = max(peak, held) >= 0 && !isOld
            if isClip, peak >= 0 || before.held < 0 || before.cleared != nil { clippedAt = now }
            self[keyPath: channel] = Channel(
                average: Self.level(fields, "\(place)_rms_\(side)_db"), peak: peak, held: held,
                hasClipped: before.hasClipped || isClip, cleared: isClip ? nil : cleared)
        }
    }

    /// Takes the engine's counts of clips, once: they tell of clips before this screen was there.
    mutating func take(counts fields: Fields, _ name: String) {
        guard !knowsCounts else { return }
        knowsCounts = true
        for (side, channel) in Self.sides where fields.count("\(name)_\(side)") > 0 { self[keyPath: channel].hasClipped = true }
    }

    /// Turns the clip lamps off. The next messages may still have the clips of before.
    mutating func clear() {
        for (_, channel) in Self.sides {
            self[keyPath: channel].hasClipped = false
            self[keyPath: channel].cleared = self[keyPath: channel].held < 0 ? nil : self[keyPath: channel].held
        }
        clearedWindow = window
        knowsCounts = true
        clippedAt = nil
    }

    private static var sides: [(String, WritableKeyPath<LevelView, Channel>)] { [("left", \.left), ("right", \.right)] }

    /// A level of a message in dB; silence for what is none.
    static func level(_ fields: Fields, _ key: String) -> Double {
        guard fields[key] != nil else { return silence }
        let level = fields.number(key)
        return level.isNaN ? silence : max(silence, min(99, level))
    }
}
