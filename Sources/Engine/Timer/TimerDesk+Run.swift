// The course of a run: gongs, pauses and its end. Control loop only.
internal import Cues
internal import Dictation
internal import JackClient
internal import Realtime
internal import System
internal import Threads

extension TimerDesk {
    /// Intervals whose gongs the cue player has ahead; more than `RealtimeLink.mostCues`.
    private static let queuedIntervals: Int64 = 64

    /// Begins a run whose sounds are ready: the countdown starts now.
    func begin(_ new: Run, _ time: GraphTime) {
        if run != nil, state != .completed { end(isCompleted: false) }
        run = new
        state = new.plan.countdown > 0 ? .countdown : .running
        roll(from: -new.plan.countdown, time)
        do throws(EngineError) {
            if let bed = new.bed { try cues.setBed(bed, level: new.level) }
        } catch {
            board.report("the timer has no bed: \(error)", of: "timer")
        }
        if state == .running { tell(.timerStarted) }
    }

    /// Lets the clock run from `place`. It starts two periods ahead, so that a gong at that very place still comes in time.
    func roll(from place: Int64, _ time: GraphTime) {
        guard var next = run else { return }
        next.place = place
        next.origin = time.now + 2 * Int64(time.client.bufferSize) - place
        next.queued = place - 1
        next.score = cues.newScore()
        next.awaitsServer = false
        run = next
        queueGongs(from: place)
    }

    /// Hands the gongs of the next intervals to the cue player: more than the process callback takes ahead, and not all of a long
    /// run. Interval gongs before `place` are over.
    private func queueGongs(from place: Int64) {
        guard var next = run, let origin = next.origin else { return }
        let interval = next.plan.interval
        let last = interval > 0 ? max(0, place) + TimerDesk.queuedIntervals * interval : .max
        while let (gong, frame) = next.plan.gong(after: next.queued), frame <= last {
            next.queued = frame
            guard let sound = next.sounds[gong], gong != .interval || frame >= place else { continue }
            cues.play(sound, at: origin + frame, score: next.score)
        }
        run?.queued = next.queued
    }

    /// Tells every change of the state that the clock has passed since the last look.
    func follow() {
        guard let seen = run, let origin = seen.origin, let time = jack.time else { return }
        let place = time.now - origin
        queueGongs(from: place)
        // A clock that has just begun starts two periods ahead, and is never before the place where it began.
        run?.place = min(max(place, seen.place), seen.plan.length)
        if seen.place < 0, place >= 0 {
            state = .running
            tell(.timerStarted)
        }
        if seen.plan.interval > 0, place > 0 {
            let last = min(place, seen.plan.length - 1) / seen.plan.interval
            let before = max(0, seen.place) / seen.plan.interval
            for _ in 0..<max(0, min(last - before, 1000)) { tell(.timerInterval) }
        }
        if place >= seen.plan.length { end(isCompleted: true) }
    }

    /// Holds the clock at extended JACK frame `frame`.
    func hold(at frame: Int64) {
        guard let held = run, let origin = held.origin else { return }
        run?.place = min(max(-held.plan.countdown, frame - origin), held.plan.length)
        run?.origin = nil
        state = .paused
        cues.cancel(held.score)
        if held.bed != nil { cues.holdBed(true) }
        tell(.timerPaused)
    }

    /// Holds the clock for another sound that takes the outputs (K7). Nothing happens if it does not run.
    func makeWay(_ time: GraphTime) {
        if run?.origin != nil { hold(at: time.now) }
    }

    /// Lets a held clock go on. Playback makes way (K7).
    func goOn(_ time: GraphTime) {
        guard let held = run else { return }
        pausePlayback()
        state = held.place < 0 ? .countdown : .running
        roll(from: held.place, time)
        if held.bed != nil { cues.holdBed(false) }
        tell(.timerResumed)
    }

    /// Goes on after a lost server has come back, unless the run was paused by hand. A server of another rate needs other frames
    /// and other sounds, so the run then ends.
    func comeBack(_ time: GraphTime) {
        guard let held = run, state != .completed else { return }
        guard held.rate == time.client.rate else {
            end(isCompleted: false)
            return board.report("the timer has ended: the JACK server came back with another sample rate", of: "timer")
        }
        if held.awaitsServer { goOn(time) }
    }

    /// Ends the run and keeps it in the history. A completed run lets its finish gong ring.
    func end(isCompleted: Bool) {
        guard let ended = run else { return }
        let place = place(of: ended)
        run?.place = place
        run?.origin = nil
        state = isCompleted ? .completed : .idle
        if ended.bed != nil { cues.endBed() }
        tell(isCompleted ? .timerCompleted : .timerStopped)
        if !isCompleted {
            cues.cancel(ended.score)
            run = nil
        }
        guard place > 0 else { return }
        let seconds = { (frames: Int64) in Double(frames) / Double(max(1, ended.rate)) }
        keep(
            TimerRecord(
                started: ended.began.iso8601, day: String(ended.began.local.prefix(10)), seconds: seconds(place),
                length: seconds(ended.plan.length), isCompleted: isCompleted, preset: ended.preset))
    }

    /// Pauses playback, which gives the outputs to the timer.
    func pausePlayback() {
        guard playing.intended == .playing, let time = jack.time else { return }
        do throws(EngineError) {
            try playing.pause(at: RealtimeCommand.atOnce, time) { _ in }
        } catch {
            EngineLog.say(.warning, .cues, "playback goes on beside the timer: \(error)")
        }
    }

    /// Tells an event of the timer.
    private func tell(_ event: HookEvent) { board.tell(event, fields) }
}
