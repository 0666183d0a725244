// The countdown before a limited take ends (K5). Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Synchronization

extension RecordingDesk {
    /// The sounds of a countdown that wait.
    struct Countdown {
        let score: CueDesk.Score
        /// Frames of pauses in the take when the sounds were scheduled; nil once a pause has cancelled them.
        var paused: Int64?
    }

    /// Seconds before the end that are counted.
    private static let counted = 10

    /// Follows the take: its countdown begins with the warning, ends in a pause, and is made again for the new end.
    func followCountdown(_ time: GraphTime) {
        guard let take = current, take.isWarned, let limit = take.limitFrames, state == .recording else {
            guard let running = countdown, running.paused != nil else { return }
            cues.cancel(running.score)
            countdown?.paused = current == nil ? 0 : nil
            if current == nil { countdown = nil }
            return
        }
        let paused = progress.pausedFrames.load(ordering: .relaxed)
        guard countdown?.paused != paused else { return }
        // The writer adds a pause once it has written the first frame after it: until then the new end is not known.
        if let running = countdown, running.paused == nil, paused == countdownPauses { return }
        countdownPauses = paused
        let first = max(take.startFrame - take.preRollFrames, time.telemetry.firstFrame)
        countDown(to: first + limit + paused, time)
    }

    /// Schedules a sound for each of the last seconds before extended JACK frame `end`, as the setting `countdown` wants.
    private func countDown(to end: Int64, _ time: GraphTime) {
        let word = settings.current.text(.countdown) ?? "off"
        let score = cues.newScore()
        if let running = countdown { cues.cancel(running.score) }
        countdown = Countdown(score: score, paused: countdownPauses)
        guard word != "off" else { return }
        let rate = Int64(time.client.rate)
        for second in 1...RecordingDesk.counted where end - Int64(second) * rate > time.now {
            let source = word == "spoken" ? CueSource.speech(cues.speech("\(second)")) : .made(.beep)
            do throws(EngineError) {
                try cues.prepare(source) { [unowned self] result in
                    guard case .success(let sound) = result, countdown?.score == score, countdown?.paused != nil else { return }
                    cues.play(sound, at: end - Int64(second) * rate, score: score)
                }
            } catch {
                EngineLog.say("no countdown: \(error)")
            }
        }
    }
}
