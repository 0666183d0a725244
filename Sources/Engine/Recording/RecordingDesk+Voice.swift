// Voice activation: takes that begin, pause and go on by their sound. Control loop only.
internal import Catalogue
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Speech
internal import Storage
internal import Synchronization
internal import System

extension RecordingDesk {
    /// True while a take runs, is paused or is armed.
    var isUnderWay: Bool { state == .recording || state == .paused || state == .armed }

    /// Voice activation that a request asks for; nil when it asks for none. Throws when its options contradict each other, or when
    /// JACK's transport begins the takes.
    func voiceOrder(_ request: Request) throws(EngineError) -> VoiceOrder? {
        let now = settings.current
        let threshold: VoiceOptions.Threshold
        // A wrong threshold is an error without voice activation too.
        do throws(CommandError) {
            threshold =
                switch try VoiceThreshold(
                    request.text(.threshold) ?? now.text(.voiceThreshold) ?? "auto", of: request.name, "--threshold")
                {
                case .adaptive: .adaptive
                case .fixed(let level): .fixed(level)
                }
        } catch {
            throw .usage(error.description)
        }
        let isArmed = request.flag(.voice)
        let isPausing = request.flag(.autoPause) || settings.current.text(.recAutoPause) == "on"
        guard isArmed || !request.flag(.voiceSplit) else { throw .usage("--voice-split needs --voice") }
        guard isArmed || isPausing else { return nil }
        if isArmed, now.text(.transport) == "follow", now.text(.transportRoll) == "records" {
            throw .wrongState(
                "JACK's transport begins the takes (transport-roll records): leave out --voice, or set transport-roll to plays")
        }
        let rate = jack.rate
        return VoiceOrder(
            options: VoiceOptions(
                threshold: threshold, offMargin: request.double(.voiceOff) ?? now.double(.voiceOff) ?? 5,
                holdSeconds: (request.time(.voiceHold) ?? now.time(.voiceHold))?.seconds(rate: rate) ?? 1.5),
            leadSeconds: (request.time(.voiceLead) ?? now.time(.voiceLead))?.seconds(rate: rate) ?? 0.3, isArmed: isArmed,
            splits: request.flag(.voiceSplit), isNamed: request.text(.name) != nil,
            noisySeconds: now.time(.voiceNoisy)?.seconds(rate: rate) ?? 300)
    }

    /// State of the gate; empty without voice activation.
    var voiceFields: Fields {
        let state = progress.voice.load(ordering: .relaxed)
        guard current?.voice != nil, self.state != .waiting, state > 0 else { return [:] }
        let levels = progress.voiceLevels.load(ordering: .relaxed)
        let value = { (bits: UInt64) in
            Value.double((Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) * 10).rounded() / 10)
        }
        return [
            "voice_threshold_db": value(levels), "voice_level_db": value(levels >> 32),
            "voice_open": .int(state == 2 ? 1 : 0),
        ]
    }

    /// Answers the callers of an armed take: it has no file yet.
    func answerArmed() {
        let fields: Fields = ["name": .text(current?.name ?? ""), "record_state": .text(state.rawValue)]
        let waiting = openAnswers
        openAnswers = []
        for answer in waiting { answer(.success(warnings.reduce(fields) { $0.warning(of: $1) })) }
    }

    /// Takes the news that the take has paused in silence or has gone on. A pause by hand holds, whatever is heard.
    func heard(_ isSound: Bool) {
        guard state == .recording || state == .armed else { return }
        state = isSound ? .recording : .armed
    }

    /// Handles the end of an armed take without a sound: it is over, or waits for a server.
    func unheard(_ reason: Segment.EndReason, threshold: Double?) {
        guard let armed = current else { return }
        guard reason == .serverGone, goesOn, state == .armed || state == .paused else {
            return conclude(unheard: armed, threshold: threshold)
        }
        var waiting = armed
        waiting.isPaused = state == .paused
        rearming = waiting
        comingEdges = []
        state = .waiting
    }

    /// Arms a take again whose server went away before its first sound.
    func arm(again armed: TakeRequest, _ client: JackClient) {
        guard state == .waiting, let time = jack.time else { return }
        rearming = nil
        var next = TakeRequest(
            id: armed.id, name: armed.name, path: armed.path, format: format(like: armed.format, rate: client.rate),
            created: armed.created, startFrame: time.now,
            preRollFrames: rescaled(armed.preRollFrames, armed.format.rate, client.rate),
            limitFrames: armed.limitFrames.map { rescaled($0, armed.format.rate, client.rate) })
        next.edit = armed.edit
        next.isPart = armed.isPart
        next.recordingState = armed.recordingState
        next.delivery = armed.delivery
        next.inputLatency = armed.inputLatency
        next.watchesDropouts = armed.watchesDropouts
        next.lead = armed.lead
        next.voice = armed.voice
        current = next
        lastEdge = next.startFrame
        state = armed.isPaused ? .paused : .armed
        writer.post(.arm(next))
        if armed.isPaused { writer.post(.edge(Take.Edge(frame: next.startFrame, kind: .pause))) }
    }

    /// Follows a change of the files of the recording that an armed take goes into: its first sound finds the recording by name.
    func followArmed(_ change: FileChange) {
        guard let armed = current, armed.voice?.isArmed == true, !isOpen, armed.isPart, change.name == armed.name else { return }
        switch change {
        case .renamed(_, let newName, _):
            current?.name = newName
            rearming?.name = newName
            writer.post(.follow(name: newName))
        case .deleted:
            let error = EngineError.wrongState("\(armed.name) was deleted: the take that was armed for it has ended")
            current = nil
            rearming = nil
            comingEdges = []
            state = .idle
            writer.post(.follow(name: nil))
            answer(.failure(error), closed: .failure(error))
            board.report(error.description, of: "record")
        case .replaced: break
        }
    }

    private func rescaled(_ frames: Int64, _ rate: Int, _ newRate: Int) -> Int64 {
        rate == newRate ? frames : Int64(nearest: Double(frames) * Double(newRate) / Double(max(1, rate)))
    }

    /// Ends an armed take that never had a sound. There is no file of it.
    func conclude(unheard armed: TakeRequest, threshold: Double?) {
        let level = threshold.map { " (\(Int($0.rounded())) dB)" } ?? ""
        let error = EngineError.wrongState(
            "Nothing was recorded in \(armed.name): no sound came above the threshold\(level), and there is no file; "
                + "give a lower one with --threshold")
        current = nil
        rearming = nil
        comingEdges = []
        state = .idle
        EngineLog.say(error.description)
        answer(.failure(error), closed: .failure(error))
    }

    /// Handles a recording that silence has ended, while the next one is armed.
    func split(_ summary: TakeSummary) {
        last = summary
        isOpen = false
        if state == .recording { state = .armed }
        if let asked = current?.limitFrames { current?.limitFrames = asked - summary.segment.frames }
    }

    /// Tells once that the input has no silence.
    func tellNoisy(_ words: String) {
        noisy = words
        let name = current?.name ?? ""
        EngineLog.say("voice activation of \(name): \(words)")
        board.tell(.voiceNoisy, ["name": .text(name), "why": .text(words)])
    }
}
