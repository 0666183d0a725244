// Audio format of a take. Control loop only.
internal import Dictation
internal import Threads

/// Chooses the audio format of a take from its request, the settings and the recording it goes into.
enum RecordFormat {
    /// Format for a request. A request without format, bits or bit rate takes those of `model`, a segment of the same
    /// recording. `rate` in Hz. Throws `.usage` when the format cannot be recorded.
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

    /// Bit rate of `model` in kbit/s: as its sidecar says, otherwise estimated from the size and length of an MP3. Nil when the
    /// container has no such bit rate at this rate (Hz) and channel count.
    private static func bitRate(of model: Segment, _ container: AudioFormat.Container, rate: Int, channels: Int) -> Int? {
        guard let known = AudioFormat.bitRates(container, rate: rate, channels: channels) else { return nil }
        if let bitRate = model.bitRate { return known.contains(bitRate) ? bitRate : nil }
        guard container == .mp3, model.frames > 0, case .list(let list) = known else { return nil }
        let found = Double(model.bytes) * 8 / 1000 / (Double(model.frames) / Double(model.rate))
        return list.min { abs(Double($0) - found) < abs(Double($1) - found) }
    }

    /// Format of the next take by the settings alone. Falls back to plain stereo samples when the container does not support
    /// `rate` (Hz).
    static func next(_ settings: Request, rate: Int) -> AudioFormat {
        var preset: Preset?
        // The settings are checked: an unknown preset is not among them.
        do throws(CommandError) { preset = try Preset.chosen(nil, in: settings) } catch {}
        do throws(EngineError) { return try format(Preset.defaults(preset, in: settings), rate: rate) } catch {
            return AudioFormat(plain: rate, channels: 2)
        }
    }

    /// Format for parameters of `rec`; WAV with two channels by default. `rate` in Hz. Throws `.usage` when the format cannot
    /// be recorded.
    private static func format(_ values: [ParameterKey: Value], rate: Int) throws(EngineError) -> AudioFormat {
        do throws(FormatError) { return try AudioFormat(of: values, rate: rate) } catch { throw .usage(error.description) }
    }

    /// Fills in the parameters that a request leaves out: of the preset, then of the settings. `preRoll` is the pre-roll that this
    /// engine keeps, in seconds; a default from the settings is limited to it, since the settings may have changed after the
    /// engine started. `rate` in Hz, of the server. Throws `.usage` for an unknown preset.
    static func complete(
        _ request: Request, with settings: Request, preRoll: Double, rate: Int
    ) throws(EngineError) -> Request {
        let preset: Preset?
        do throws(CommandError) {
            preset = try Preset.chosen(request, in: settings)
        } catch {
            throw .usage("\(request.name): \(error)")
        }
        var values = Preset.defaults(preset, in: settings)
        if let asked = settings.time(.recPreroll)?.seconds(rate: rate), asked > preRoll {
            values[.preroll] = .double(preRoll)
        }
        values[.preset] = preset.map { .text($0.name) }
        return request.filling(Preset.layered(request.values, over: values))
    }
}
