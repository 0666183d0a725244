// The audio format that parameters of `rec` or the settings ask for. Any thread; no I/O.

extension AudioFormat {
    /// Makes the format for parameters of `rec`; WAV with two channels by default. `rate` in Hz. Throws `FormatError` when the
    /// format cannot be recorded.
    public init(of values: [ParameterKey: Value], rate: Int) throws(FormatError) {
        let container = try Container(word: values[.format]?.description ?? "wav")
        let encoding = try values[.bits].map { (word) throws(FormatError) in try SampleEncoding(word: word.description) }
        try self.init(
            container: container, encoding: encoding, rate: rate, channels: Self.integer(values[.channels]) ?? 2,
            bitRate: Self.integer(values[.bitrate]))
    }

    private static func integer(_ value: Value?) -> Int? {
        guard case .int(let count)? = value else { return nil }
        return Int(count)
    }
}

extension SettingsTable {
    /// Defaults for takes, taken from the settings and keyed by the parameters of `rec`.
    public static func takeDefaults(in settings: Request) -> [ParameterKey: Value] {
        var values: [ParameterKey: Value] = [:]
        for (parameter, setting) in takeParameters { values[parameter] = settings.values[setting] }
        return values
    }

    /// Parameters of `rec`, each with the setting that holds its default.
    private static let takeParameters: [(parameter: ParameterKey, setting: ParameterKey)] = [
        (.format, .recFormat), (.bits, .recBits), (.bitrate, .recBitrate), (.channels, .recChannels), (.preroll, .recPreroll),
        (.deliver, .recDeliver), (.splitEvery, .recSplitEvery), (.splitSize, .recSplitSize),
        (.threshold, .voiceThreshold), (.voiceOff, .voiceOff), (.voiceLead, .voiceLead), (.voiceHold, .voiceHold),
    ]
}
