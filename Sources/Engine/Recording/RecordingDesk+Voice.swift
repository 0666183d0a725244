// Voice activation: takes that begin, pause and go on by their sound. Control loop only.
internal import Catalogue
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Recorder
internal import Speech
internal import Storage
internal import Synchronization
internal import System
internal import Threads

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
        guard isArmed || !request.flag(.voiceSplit) else { throw .usage(tr("--voice-split needs --voice")) }
        guard isArmed || isPausing else { return nil }
        if isArmed, now.text(.transport) == "follow", now.text(.transportRoll) == "records" {
            throw .wrongState(
                tr(
                    "JACK's transport begins the takes (transport-roll records):"
                        + " leave out --voice, or set transport-roll to plays"))
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
            return conclude(unheard: armed, reason, threshold: threshold)
        }
        waitToArm()
    }

    /// Has a take of `--voice-split` wait for a server, to be armed again: the lost server has ended its recording. False for any
    /// other take, and for one that is over.
    func waitToArm(after summary: TakeSummary) -> Bool {
        guard current?.voice?.splits == true, isInterrupted(summary) else { return false }
        split(summary)
        waitToArm()
        return true
    }

    private func waitToArm() {
        rearming = current
        rearming?.isPaused = state == .paused
        comingEdges = []
        state = .waiting
    }

    /// Arms a take again whose server went away before its first sound.
    func arm(again armed: TakeRequest, _ client: JackClient) {
        guard state == .waiting, let time = jack.time else { return }
        rearming = nil
        var next = armed.at(rate: client.rate)
        (next.startFrame, next.oldestFrame, next.isPaused) = (time.now, nil, false)
        current = next
        self.armed = next
        lastEdge = next.startFrame
        state = armed.isPaused ? .paused : .armed
        writer.post(.arm(next))
        if armed.isPaused { writer.post(.edge(Take.Edge(frame: next.startFrame, kind: .pause))) }
    }

    /// Ends an armed take that had no sound since. There is no file of it; with `--voice-split` the take may have recordings, and
    /// its last one is the answer then.
    func conclude(unheard armed: TakeRequest, _ reason: Segment.EndReason, threshold: Double?) {
        if let before = lastPart { return finish(before.ended(reason)) }
        let words =
            threshold.map { Int($0.rounded()) }.map { level in
                tr(
                    "Nothing was recorded in \(armed.name): no sound came above the threshold (\(level) dB), and there is no file;"
                        + " give a lower one with --threshold")
            }
            ?? tr(
                "Nothing was recorded in \(armed.name): no sound came above the threshold, and there is no file;"
                    + " give a lower one with --threshold")
        let error = EngineError.wrongState(words)
        EngineLog.say(.warning, .take, LogText(error))
        fail(error)
    }

    /// Handles a recording that silence has ended, or a lost server: the take is armed for the next one.
    func split(_ summary: TakeSummary) {
        last = summary
        keepPart(summary)
        isOpen = false
        if state == .recording { state = .armed }
        guard var next = armed, let before = current else { return }
        next.limitFrames = before.limitFrames.map { $0 - summary.segment.frames }
        (next.isWarned, next.part) = (before.isWarned, before.part)
        current = next
    }

    /// Tells once that the input has no silence.
    func tellNoisy() {
        guard let noisy else { return }
        let name = current?.name ?? ""
        EngineLog.say(.warning, .take, "voice activation of \(name): \(plain: noisy.english)")
        board.tell(.voiceNoisy, ["name": .text(name), "why": .text(noisy.text)])
    }
}
