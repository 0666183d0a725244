// The format of a take. Control loop.
internal import Dictation

/// The format that a `rec` asks for.
enum RecordFormat {
    /// What is not asked for is as in `model`, where that can be recorded.
    static func format(_ request: Request, like model: Segment? = nil, rate: Int) throws(EngineError) -> AudioFormat {
        if let model, request.text(.format) == nil, request.text(.bits) == nil, request.int(.bitrate) == nil,
            let container = AudioFormat.Container(rawValue: model.container),
            let encoding = AudioFormat.SampleEncoding(rawValue: model.encoding)
        {
            let channels = request.int(.channels).map(Int.init) ?? model.channels
            do throws(FormatError) {
                return try AudioFormat(
                    container: container, encoding: encoding, rate: rate, channels: channels,
                    bitRate: bitRate(of: model, container, rate: rate, channels: channels))
            } catch {
                throw EngineError.usage(error.description)
            }
        }
        var values = request.values
        values[.channels] = values[.channels] ?? model.map { .int(Int64($0.channels)) }
        return try format(values, rate: rate)
    }

    /// Bit rate as the sidecar has it, else as an MP3's length tells it; nothing where a take of that rate and so many channels has none
    /// such.
    private static func bitRate(of model: Segment, _ container: AudioFormat.Container, rate: Int, channels: Int) -> Int? {
        guard let known = AudioFormat.bitRates(container, rate: rate, channels: channels) else { return nil }
        if let bitRate = model.bitRate { return known.contains(bitRate) ? bitRate : nil }
        guard container == .mp3, model.frames > 0, case .list(let list) = known else { return nil }
        let found = Double(model.bytes) * 8 / 1000 / (Double(model.frames) / Double(model.rate))
        return list.min { abs(Double($0) - found) < abs(Double($1) - found) }
    }

    /// Format of the next take where its command says nothing; a rate that its kind of file does not have is left to plain samples.
    static func next(_ settings: Request, rate: Int) -> AudioFormat {
        do throws(EngineError) { return try format(standards(in: settings), rate: rate) } catch {
            return AudioFormat(plain: rate, channels: 2)
        }
    }

    static func format(_ values: [ParameterKey: Value], rate: Int) throws(EngineError) -> AudioFormat {
        do throws(FormatError) {
            let container = try AudioFormat.Container(word: values[.format]?.description ?? "wav")
            let encoding = try values[.bits].map { (word) throws(FormatError) in
                try AudioFormat.SampleEncoding(word: word.description)
            }
            return try AudioFormat(
                container: container, encoding: encoding, rate: rate, channels: integer(values[.channels]) ?? 2,
                bitRate: integer(values[.bitrate]))
        } catch {
            throw EngineError.usage(error.description)
        }
    }

    private static func integer(_ value: Value?) -> Int? {
        guard case .int(let count)? = value else { return nil }
        return Int(count)
    }

    /// What the settings say of takes, by the names of `rec`.
    static func standards(in settings: Request) -> [ParameterKey: Value] {
        var values: [ParameterKey: Value] = [:]
        for (parameter, setting) in kept { values[parameter] = settings.values[setting] }
        return values
    }

    /// Parameters of `rec`, and the settings that hold where one is not given.
    private static let kept: [(parameter: ParameterKey, setting: ParameterKey)] = [
        (.format, .recFormat), (.bits, .recBits), (.bitrate, .recBitrate), (.channels, .recChannels), (.preroll, .recPreroll),
    ]

    /// A request with the settings in place of what it does not say. Bits and bit rate are those of the format they were
    /// set for: another format takes its own, and bits that were said go with no bit rate that was not. `preRoll` is what
    /// this engine keeps, in seconds: the settings may be ahead of it.
    static func complete(_ request: Request, with settings: Request, preRoll: Double) -> Request {
        var values = standards(in: settings)
        if let asked = settings.time(.recPreroll)?.seconds(rate: 48_000), asked > preRoll {
            values[.preroll] = .double(preRoll)
        }
        if let format = request.text(.format), format != settings.text(.recFormat) {
            values[.bits] = nil
            values[.bitrate] = nil
        }
        if request.values[.bits] != nil { values[.bitrate] = nil }
        if request.values[.bitrate] != nil { values[.bits] = nil }
        return request.filling(values)
    }
}
