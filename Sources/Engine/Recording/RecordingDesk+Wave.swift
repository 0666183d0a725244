// The waveform of the running take. Control loop only.
internal import Dictation
internal import Recorder
internal import Storage
internal import Synchronization
internal import Threads

extension RecordingDesk {
    /// Asks the writer for the running take of that name with its waveform up to now. `done` is called once: with nil if the
    /// file of the take is closed, as it is while the take waits for a server. False if no such take runs.
    func draw(_ name: String?, _ done: @escaping (Result<OpenTake?, EngineError>) -> Void) -> Bool {
        guard let name, current?.isMeant(by: name) == true else { return false }
        drawAnswers.append(done)
        writer.post(.draw)
        return true
    }

    /// Fails all callers that wait for a waveform.
    func giveUpDrawing(_ error: EngineError) {
        let waiting = drawAnswers
        drawAnswers = []
        for answer in waiting { answer(.failure(error)) }
    }

    /// Has the writer measure the columns of the topic `wave`, or not.
    func setWatched(_ isWatched: Bool) {
        wave.isWatched.store(isWatched, ordering: .relaxed)
        if isWatched { writer.nudge() }
    }

    /// Has the writer measure the topic `loudness`, or not.
    func setLoudnessWatched(_ isWatched: Bool) {
        loudness.isWatched.store(isWatched, ordering: .relaxed)
        if isWatched { writer.nudge() }
    }
}
