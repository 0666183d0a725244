// Room: Engine. Control loop only: rate, pitch and how they are done.
internal import Control
internal import Dictation
internal import Stretch

extension Player {
    func setRate(_ request: Request) -> Fields {
        settings.stretch.rate = request.double("factor") ?? settings.stretch.rate
        if let scan { beginScan(scan.isForward) }
        tellSettings()
        return soundFields
    }

    func setPitch(_ request: Request) -> Fields {
        settings.stretch.pitchCents = request.double("cents") ?? settings.stretch.pitchCents
        tellSettings()
        return soundFields
    }

    func setDPC(_ request: Request) -> Fields {
        if let quality = request.text("quality") { settings.stretch.engine = quality == "finer" ? .finer : .faster }
        if let formants = request.text("formants") { settings.stretch.preservesFormants = formants == "keep" }
        if request.flag("off") {
            settings.stretch.rate = 1
            settings.stretch.pitchCents = 0
        }
        tellSettings()
        return soundFields
    }

    var soundFields: Fields {
        let stretch = settings.stretch
        return [
            "play_rate": .double(stretch.rate), "pitch_cents": .double(stretch.pitchCents),
            "effective_rate": .double(isHeldBack ? min(1, stretch.rate) : stretch.rate),
            "dpc_quality": .text(stretch.engine == .finer ? "finer" : "faster"),
            "formants": .text(stretch.preservesFormants ? "keep" : "shift"), "bypass": .flag(stretch.isBypass),
        ]
    }
}
