// Takes into an existing recording: append, insert and overwrite. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Recorder
internal import Storage
internal import Threads

extension RecordingDesk {
    /// Starts a take that waits for the library to find its recording, or fails it when there is none. Called once.
    typealias Recall = (Result<Recording, EngineError>) -> Void

    /// Name and identity of the recording that a take goes into which is counted in, or armed and without a sound: an edit of its timeline would
    /// move the place of the take. Nil without such a take.
    var awaited: (name: String, id: Identifier)? {
        if let counting { return counting.target.map { ($0.recording.name, $0.recording.id) } }
        return current.flatMap { $0.addsToRecording && !isOpen && interrupted == nil ? ($0.name, $0.recordingID) : nil }
    }

    /// Starts an append, insert or overwrite: the take begins when the library has found the recording. `answer` is called
    /// once. Throws when a take is in progress or no recording is named.
    func recordInto(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        try checkIdle()
        let loaded = playing.ownLoaded
        // The take that just ended may still be on its way into the player.
        let arriving = playing.arriving
        guard let name = request.text(.name) ?? arriving?.name ?? loaded?.name else {
            throw EngineError.usage(tr("\(request.name): name a recording, since no recording of the library is loaded"))
        }
        // The place is the playhead's position now, or at the past frame that the request names. The playhead may have moved on
        // when the library answers.
        let asked = request.atFrame.map(time.extended).flatMap { $0 <= time.now ? $0 : nil }
        // A past frame was heard of the loaded recording, which a play under way may be leaving.
        let source = asked == nil ? loaded : playing.loaded
        let place = asked.map { playing.markPosition(at: $0, time) } ?? playing.here(time)
        let (arrivingName, arrivingEnd) = (arriving?.name, arriving?.place.upperBound)
        let isOfLoaded = request.text(.name) == nil && arriving == nil
        recalls[libraryDesk.recall(name, as: isOfLoaded ? loaded?.recordingID : nil)] = { [unowned self] result in
            do throws(EngineError) {
                let recording = try result.get()
                let time = try jack.graph()
                try checkIdle()
                let name = recording.name
                let here = arrivingName == name ? arrivingEnd : source?.isSame(recording) == true ? place : nil
                let edit = try edit(request, of: recording, here)
                let target = TakeTarget(recording: recording, edit: edit)
                let whole = try limited(request, target, time)
                if try roll(into: target, whole, time, answer) { return }
                try record(whole, into: target, time, answer)
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Starts or fails the waiting take when the library answers; follows changes of the take that nobody was told of.
    func hear(_ event: LibraryEvent) {
        switch event {
        case .recalled(let id, let recording): recalled(id, .success(recording))
        case .refused(let id, let error): recalled(id, .failure(error))
        case .rates(let takes): rates.learn(older: takes)
        case .filesChanged(let change):
            untold = untold?.following(change)
            follow(change)
        case .marked(_, let name, _, let markers):
            if let summary = interrupted?.summary, summary.name == name { interrupted?.summary = summary.marked(markers) }
        default: break
        }
    }

    /// Starts or fails the waiting take, then carries out the stops that waited for it.
    private func recalled(_ id: UInt64, _ result: Result<Recording, EngineError>) {
        guard let recall = recalls.removeValue(forKey: id) else { return }
        recall(result)
        let stops = stopsToCome
        stopsToCome = []
        for stop in stops {
            do throws(EngineError) { try self.stop(stop.request, jack.time, stop.answer) } catch { stop.answer(.failure(error)) }
        }
    }

    /// Cancels every take that still waits for the library; nothing of it has been recorded. False when no take was waiting.
    func giveUpComingTakes() -> Bool {
        let coming = recalls.values
        guard !coming.isEmpty else { return false }
        recalls = [:]
        for recall in coming { recall(.failure(.wrongState(tr("The take was stopped before it began")))) }
        let stops = stopsToCome
        stopsToCome = []
        for stop in stops { stop.answer(.success([:])) }
        return true
    }

    /// Edit that the request makes: at the place it names, otherwise at `here`, the playhead in timeline frames, otherwise where
    /// the playhead left the recording, or the take before. Throws when none is known, or when the place is past the end.
    private func edit(
        _ request: Request, of recording: Recording, _ here: Int64?
    ) throws(EngineError) -> JournalEntry.Edit {
        guard request.verb != .recording(.append) else { return .append }
        let length = recording.timeline.length
        // A place of 0 is where every recording stands that nobody has left elsewhere.
        let left = recording.place.flatMap { $0 > 0 ? $0 : nil }
        guard let place = try place(request, of: recording) ?? here ?? left else {
            throw EngineError.usage(tr("\(request.name): give a place with --at, since \(recording.name) is not loaded"))
        }
        guard place <= length else {
            throw EngineError.pastEnd(frame: place, frames: length, rate: recording.rate)
        }
        return request.verb == .recording(.insert) ? .insert(at: place) : .overwrite(from: place)
    }

    /// Timeline frame of a place of the request, `--at` or another; nil when the request names none.
    func place(_ request: Request, _ key: ParameterKey = .at, of recording: Recording) throws(EngineError) -> Int64? {
        do throws(MarkerError) {
            let loop = playing.ownLoaded?.isSame(recording) == true ? playing.points : LoopPoints()
            return try request.place(key)?.frame(rate: recording.rate, markers: recording.markers, loop: loop)
        } catch {
            throw EngineError.marker(error)
        }
    }
}
