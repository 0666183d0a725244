// The countdown before a limited take ends (K5). Control loop only.
internal import Dictation
internal import JackClient
internal import Player
internal import Realtime
internal import Recorder
internal import Synchronization
internal import Threads

extension RecordingDesk {
    /// The sounds of a countdown that wait.
    struct Countdown {
        let score: CueDesk.Score
        /// Frames of pauses in the take for which the sounds were scheduled.
        let paused: Int64
        /// True once a pause has cancelled them.
        var isCancelled = false
    }

    /// Seconds before the end that are counted.
    private static let counted = 10

    /// Follows the take: its countdown begins with the warning, ends in a pause, and is made again for the new end.
    func followCountdown(_ time: GraphTime) {
        guard let take = current, take.isWarned, let limit = take.limitFrames, state == .recording else {
            guard let running = countdown else { return }
            if !running.isCancelled { cues.cancel(running.score) }
            countdown?.isCancelled = true
            if current == nil { countdown = nil }
            return
        }
        // The writer adds a pause once it has written the first frame after it: until then the new end is not known.
        let paused = progress.pausedFrames.load(ordering: .relaxed)
        guard countdown?.paused != paused else { return }
        let first = max(take.startFrame - take.preRollFrames, time.telemetry.firstFrame)
        countDown(to: first + limit + paused, paused: paused, time)
    }

    /// Schedules a sound for each of the last seconds before extended JACK frame `end`, as the setting `countdown` wants.
    private func countDown(to end: Int64, paused: Int64, _ time: GraphTime) {
        let word = settings.current.text(.countdown) ?? "off"
        let score = cues.newScore()
        if let running = countdown { cues.cancel(running.score) }
        countdown = Countdown(score: score, paused: paused)
        guard word != "off" else { return }
        let rate = Int64(time.client.rate)
        for second in 1...RecordingDesk.counted where end - Int64(second) * rate > time.now {
            let source = word == "spoken" ? CueSource.speech(cues.speech("\(second)")) : .made(.beep)
            do throws(EngineError) {
                try cues.prepare(source) { [unowned self] result in
                    guard let running = countdown, running.score == score, !running.isCancelled else { return }
                    switch result {
                    case .success(let sound): cues.play(sound, at: end - Int64(second) * rate, score: score)
                    case .failure(let error): EngineLog.say(.warning, .take, "no countdown: \(error)")
                    }
                }
            } catch {
                EngineLog.say(.warning, .take, "no countdown: \(error)")
            }
        }
    }
}
