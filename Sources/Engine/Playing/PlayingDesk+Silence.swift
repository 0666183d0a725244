// Skipping silences in playback (P15). Control loop only.
internal import Catalogue
internal import Dictation

/// The library examines the recordings that play and follow, one after another. Their gaps go to the reader with the other
/// settings of playback.
extension PlayingDesk {
    /// Skips silences from now on, or plays them; without an argument, shows which. `answer` is called once.
    func setSkip(_ request: Request) -> Fields {
        switch request.text(.state) {
        case "silence": skipSilences(true)
        case "off": skipSilences(false)
        case "toggle": skipSilences(!silences.isSkipped)
        default: break
        }
        guard silences.isSkipped, isLed || isFollowing else { return silenceFields }
        return silenceFields.warning(
            of: "Silences are played while JACK's transport counts them: set transport to off to skip them")
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
            return board.report(error.description, of: "skip")
        }
        silences.forget()
        cancelSearch()
        findSilences()
        tellSettings()
    }

    /// Has the library examine the next recording that plays or follows.
    func findSilences() {
        guard silences.isSkipped, let query = silences.query else { return cancelSearch() }
        let wanted = [destination] + following.ready.map(\.target)
        let next = wanted.compactMap(\.self).first { !$0.isGrowing && silences.gaps(of: $0.source) == nil }
        guard silences.asked?.source != next?.source else { return }
        cancelSearch()
        guard let next else { return }
        silences.asked = (library.listen(next.source, query), next.source)
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
        case .silent(asked.id, let gaps): silences.keep(gaps, of: asked.source)
        // The reader tells of a file that cannot be read.
        case .refused(asked.id, _): silences.keep([], of: asked.source)
        default: return
        }
        silences.asked = nil
        if destination?.source == asked.source { tellSettings() }
    }

    /// Frames that playback skips in a recording. JACK's transport counts every frame of one timeline, so none are skipped with it.
    func gaps(in target: Loaded?) -> [Range<Int64>] {
        guard let target, silences.isSkipped, !isLed, !isFollowing else { return [] }
        return silences.gaps(of: target.source) ?? []
    }

    /// Timeline frame behind which nothing of a recording is heard.
    func lastHeard(of target: Loaded) -> Int64 {
        guard let gap = gaps(in: target).last, gap.upperBound >= target.frames else { return target.frames }
        return gap.lowerBound
    }

    /// Status fields of silences, with those of the loaded recording.
    var silenceFields: Fields {
        var fields: Fields = ["skip_silence": .flag(silences.isSkipped)]
        guard silences.isSkipped, let target = destination else { return fields }
        guard let gaps = silences.gaps(of: target.source) else {
            return fields + ["silence_search": .flag(!target.isGrowing)]
        }
        fields.append("silences", .int(Int64(gaps.count)))
        let frames = gaps.reduce(0) { $0 + $1.count }
        fields.append("silence_seconds", .double(Double(frames) / Double(target.rate)))
        return fields
    }
}
