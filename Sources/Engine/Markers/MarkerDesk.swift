// Markers of the take, of the loaded recording, and of any recording of the library. Control loop only.
internal import Catalogue
internal import Dictation
internal import Messages
internal import Realtime
internal import Recorder
internal import Storage
internal import System
internal import Threads

/// Passes marker requests to the owner of the markers: the writer for the running take, the library for all others.
final class MarkerDesk: Desk {
    let board: Switchboard
    let jack: JackDesk
    let recording: RecordingDesk
    let playing: PlayingDesk
    let library: LibraryDesk

    /// Markers of the running take, in its frames.
    private(set) var takeMarkers: [Marker] = [] { didSet { shown = nil } }
    /// The marker that was set or changed last, and its recording.
    private var latest: (recording: String, marker: Marker)? { didSet { shown = nil } }
    /// Fields of the topic for a part of the running take, since nothing but a marker changes them; nil before they are asked for.
    private var shown: (id: UInt64, part: Int, name: String, fields: Fields)?
    /// Callers that wait for the writer, by the number of their request.
    var answers: [UInt64: WholeAnswer] = [:]
    /// Number of the next request to the writer.
    var nextAnswer: UInt64 = 1
    /// Markers of the loaded recording for a future frame.
    var due: [Due] = []

    /// A marker whose frame has not been heard yet.
    struct Due {
        /// Path of the recording that was loaded when the marker was ordered.
        var path: String
        /// Name of that recording.
        var name: String
        /// Identity of that recording.
        let id: Identifier?
        /// Extended JACK frame of the marker.
        let frame: Int64
        /// The change to make.
        let marker: MarkerRequest
        /// Called once, with the result.
        let answer: WholeAnswer
    }

    init(
        _ board: Switchboard, _ jack: JackDesk, _ recording: RecordingDesk, _ playing: PlayingDesk, _ library: LibraryDesk
    ) {
        self.board = board
        self.jack = jack
        self.recording = recording
        self.playing = playing
        self.library = library
    }

    func turn(_ now: Moment) {
        if !due.isEmpty { markDue() }
    }

    var timeout: Int32 { due.isEmpty ? -1 : 5 }

    func hear(_ news: News) {
        switch news {
        case .detaching: giveUp(.noServer)
        case .takeMarked(let id, let result): marked(id, result)
        case .takeSplit: takeMarkers = []
        case .takeClosed(let summary): if summary.segment.endReason != .split { takeMarkers = [] }
        case .library(.filesChanged(.renamed(let name, let newName, let files))):
            for index in due.indices where due[index].name == name {
                let file = files[due[index].path.lastPart]
                guard let file, library.library.owns(due[index].path) else { continue }
                (due[index].name, due[index].path) = (newName, library.library.path(of: file))
            }
        case .library(.marked(_, let name, let reply, let all)):
            guard case .int(let number)? = reply.fields["marker"], all.indices.contains(Int(number) - 1) else { break }
            tell(name, Int(number) - 1, all)
        default: break
        }
    }

    /// Sets the markers whose frame has been heard now. Refuses markers whose recording is no longer loaded: it will not be heard
    /// at their frames.
    private func markDue() {
        guard let time = jack.time else { return giveUp(.noServer) }
        let now = time.telemetry.frame
        let all = due
        due = []
        for mark in all {
            guard playing.loaded?.path == mark.path else {
                let words = tr("\(mark.name) was unloaded before that frame: load it, or name it (--in \(mark.name.shellWord))")
                mark.answer(.failure(.wrongState(words)))
                continue
            }
            guard mark.frame < now else {
                due.append(mark)
                continue
            }
            var marker = mark.marker
            marker.place = .span(.frames(playing.markPosition(at: mark.frame, time)))
            markClosed(mark.name, marker, as: mark.id, mark.answer)
        }
    }

    /// Fails the callers that wait for a future frame.
    func giveUp(_ error: EngineError) {
        let waiting = due
        due = []
        for mark in waiting { mark.answer(.failure(error)) }
    }

    /// Handles the writer's result of a marker request, and answers its caller with the place in the recording.
    private func marked(_ id: UInt64, _ result: Result<TakeMarkResult, EngineError>) {
        let answer = answers.removeValue(forKey: id)
        do throws(EngineError) {
            let done = try result.get()
            let change = done.change
            takeMarkers = change.markers
            let known = recording.markers(with: takeMarkers)
            let (all, rate) = (known?.all ?? takeMarkers, known?.rate ?? done.rate)
            var index = change.index
            let isRemoved = if case .remove = change.edit { true } else { false }
            if !isRemoved, takeMarkers.indices.contains(index) {
                let marker = takeMarkers[index].id
                index = all.firstIndex(where: { $0.id == marker }) ?? index
                tell(done.recording, index, all)
            }
            answer?(.success(Reply(MarkerReport.fields(change.edit, index: index, all, rate: rate, of: done.recording))))
        } catch {
            answer?(.failure(recording.markers(with: takeMarkers)?.told(error) ?? error))
        }
    }

    /// Announces a marker that was set or changed; `index` is its place in `all`.
    private func tell(_ recording: String, _ index: Int, _ all: [Marker]) {
        let marker = all[index]
        let isNew = latest?.marker != marker
        latest = (recording, marker)
        guard isNew else { return }
        board.tell(
            .marker,
            [
                "recording": .text(recording), "marker": .int(Int64(index + 1)), "name": .text(marker.name),
                "frames": .int(marker.frame), "note": .text(marker.note), "id": .text(marker.id.description),
            ])
    }

    /// Fields of the running take or the loaded recording, with the marker that was set last.
    func fields(of topic: Topic) -> Fields {
        guard topic == .markers else { return [:] }
        if let take = recording.current {
            // The file of a take that waits for a server is closed, with its markers.
            if let closed = recording.interrupted?.summary.recording {
                return fields(take.name, closed.markers, rate: closed.rate)
            }
            if let shown, (shown.id, shown.part, shown.name) == (take.id, take.part, take.name) { return shown.fields }
            // With the frames written so far the markers behind an insert, and with them this value, would move all the time.
            guard let known = recording.markers(with: takeMarkers, written: 0) else { return [:] }
            let made = fields(take.name, known.all, rate: known.rate)
            shown = (take.id, take.part, take.name, made)
            return made
        }
        if let loaded = playing.loaded { return fields(loaded.name, loaded.markers, rate: loaded.rate) }
        return [:]
    }

    /// Fields of a recording's markers, with the one set last.
    private func fields(_ recording: String, _ markers: [Marker], rate: Int) -> Fields {
        var newest = markers.last
        for marker in markers where marker.created > newest?.created ?? "" { newest = marker }
        if let latest, latest.recording == recording, markers.contains(latest.marker) { newest = latest.marker }
        return [
            "count": .int(Int64(markers.count)), "name": .text(newest?.name ?? ""), "frames": .int(newest?.frame ?? 0),
            "recording": .text(recording),
            "position_seconds": .double(Double(newest?.frame ?? 0) / Double(max(1, rate))),
        ]
    }
}
