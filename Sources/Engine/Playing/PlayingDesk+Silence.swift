// Skipping silences in playback (P15). Control loop only.
internal import Catalogue
internal import Dictation
internal import Messages

/// The library examines the recordings that play and follow, one after another. Their gaps go to the reader with the other
/// settings of playback.
extension PlayingDesk {
    /// Skips silences from now on, or plays them; without an argument, changes nothing. Returns the fields of the answer.
    func setSkip(_ request: Request) -> Fields {
        switch request.text(.state) {
        case "silence": skipSilences(true)
        case "off": skipSilences(false)
        case "toggle": skipSilences(!silences.isSkipped)
        default: break
        }
        guard silences.isSkipped, isLed || isFollowing else { return silenceFields }
        return silenceFields.warning(
            of: tr("JACK's transport counts every frame, so silences are played: 'dicta transport off' lets them be skipped"))
    }

    private func skipSilences(_ isSkipped: Bool) {
        guard silences.isSkipped != isSkipped else { return }
        silences.isSkipped = isSkipped
        findSilences()
        tellSettings()
    }

    /// Applies the settings of silences that have changed.
    func applySilence(_ keys: Set<ParameterKey>, _ now: Request) {
        if keys.contains(.skipSilence) { skipSilences(now.text(.skipSilence) == "on") }
        guard !keys.isDisjoint(with: [.silenceLeft, .voiceThreshold, .voiceOff]) else { return }
        do throws(CatalogueError) {
            let query = try SilenceQuery(now)
            guard query != silences.query else { return }
            silences.query = query
        } catch {
            return board.report(LogText(error), of: "skip")
        }
        silences.forget()
        cancelSearch()
        findSilences()
        tellSettings()
    }

    /// Has the library examine the next recording that plays or follows.
    func findSilences() {
        guard silences.isSkipped, let query = silences.query else { return cancelSearch() }
        let wanted = ([loaded, destination] + following.ahead.map(\.target)).compactMap(\.self)
        silences.keepOnly(wanted.map(\.id))
        let next = wanted.first { !$0.isGrowing && silences.found[$0.id] == nil }
        guard silences.asked?.load != next?.id else { return }
        cancelSearch()
        guard let next else { return }
        silences.asked = (library.listen(next.source, query), next.id)
    }

    private func cancelSearch() {
        guard let asked = silences.asked else { return }
        library.post(.cancel(id: asked.id))
        silences.asked = nil
    }

    /// Takes the answer of the library.
    func hearOfSilence(_ event: LibraryEvent) {
        guard let asked = silences.asked else { return }
        switch event {
        case .silent(asked.id, let gaps): silences.keep(gaps, of: asked.load)
        case .refused(asked.id, let error):
            silences.keep([], of: asked.load)
            board.report("silences are played, since the recording could not be examined: \(error)", of: "skip")
        default: return
        }
        silences.asked = nil
        if destination?.id == asked.load { tellSettings() }
    }

    /// True while silences are played although they are to be skipped: JACK's transport counts every frame of its one timeline,
    /// and the lead of a take has its length.
    private var playsSilences: Bool { isLed || isFollowing || isLeading }

    /// Frames that playback skips in a recording.
    func gaps(in target: Loaded?) -> [Range<Int64>] {
        guard let target, silences.isSkipped, !playsSilences else { return [] }
        return silences.found[target.id] ?? []
    }

    /// Frames of a recording that are heard from a timeline frame on.
    func framesLeft(of target: Loaded, from frame: Int64) -> Int64 {
        gaps(in: target).reduce(target.frames - frame) { left, gap in left - max(0, gap.upperBound - max(frame, gap.lowerBound)) }
    }

    /// Timeline frame from which playback begins that was given no place: behind the silence around `frame`, unless that is the
    /// last one.
    func behindSilence(_ frame: Int64, in target: Loaded) -> Int64 {
        guard let gap = gaps(in: target).first(where: { $0.contains(frame) }), gap.upperBound < target.frames else {
            return frame
        }
        return gap.upperBound
    }

    /// Status fields of silences, with those of the loaded recording.
    var silenceFields: Fields {
        var fields: Fields = ["skip_silence": .flag(silences.isSkipped)]
        guard silences.isSkipped, !playsSilences, let target = destination else { return fields }
        guard let gaps = silences.found[target.id] else { return fields + ["silence_search": .flag(!target.isGrowing)] }
        fields.append("silences", .int(Int64(gaps.count)))
        let frames = gaps.reduce(0) { $0 + $1.count }
        fields.append("silence_seconds", .double(Double(frames) / Double(target.rate)))
        return fields
    }
}
