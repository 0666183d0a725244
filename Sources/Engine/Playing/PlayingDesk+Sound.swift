// Rate and pitch of playback (DPC). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Player
internal import Stretch
internal import Threads

extension PlayingDesk {
    /// Sets the rate, 1 for normal speed. Throws when the server's sample rate does not allow stretching.
    func setRate(_ request: Request, _ time: GraphTime?) throws(EngineError) -> Fields {
        var next = settings.stretch
        next.rate = request.double(.factor) ?? next.rate
        shuttle = nil
        return try set(next, time)
    }

    /// Sets the pitch in cents. Throws when the server's sample rate does not allow stretching.
    func setPitch(_ request: Request, _ time: GraphTime?) throws(EngineError) -> Fields {
        var next = settings.stretch
        next.pitchCents = request.double(.cents) ?? next.pitchCents
        return try set(next, time)
    }

    /// Sets quality and formants, or turns rate and pitch off. Throws when the server's sample rate does not allow stretching.
    func setDPC(_ request: Request, _ time: GraphTime?) throws(EngineError) -> Fields {
        var next = settings.stretch
        if let quality = request.text(.quality) { next.engine = quality == "finer" ? .finer : .faster }
        if let formants = request.text(.formants) { next.preservesFormants = formants == "keep" }
        if request.flag(.off) {
            shuttle = nil
            next.rate = 1
            next.pitchCents = 0
        }
        return try set(next, time)
    }

    /// Takes new settings; refuses at once what the server's sample rate does not allow, and playback continues unchanged.
    func set(_ next: StretchSettings, _ time: GraphTime?) throws(EngineError) -> Fields {
        if !next.isBypass, let rate = time?.client.rate {
            do throws(StretchError) { try Stretcher.check(sampleRate: rate) } catch { throw .stretch(error) }
        }
        settings.stretch = next
        if let scan { beginScan(scan.isForward) }
        tellSettings()
        return soundFields
    }

    private static func word(_ engine: StretchSettings.Engine) -> String { engine == .finer ? "finer" : "faster" }

    /// Status fields of rate and pitch.
    var soundFields: Fields {
        let stretch = settings.stretch
        return [
            "play_rate": .double(stretch.rate), "pitch_cents": .double(stretch.pitchCents),
            "effective_rate": .double(isHeldBack ? min(1, stretch.rate) : stretch.rate),
            "dpc_quality": .text(Self.word(stretch.engine)),
            "effective_quality": .text(Self.word(stretch.engine == .faster ? .faster : rendering)),
            "formants": .text(stretch.preservesFormants ? "keep" : "shift"), "bypass": .flag(stretch.isBypass),
        ]
    }
}
