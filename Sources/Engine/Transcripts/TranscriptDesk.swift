// The words at the playhead: the topic `words`, and the verb `place`. Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Recorder
internal import System
internal import Threads
internal import Words

/// Follows the words of the loaded recording while somebody is subscribed to them.
final class TranscriptDesk: Desk {
    private let board: Switchboard
    private let jack: JackDesk
    private let recording: RecordingDesk
    private let playing: PlayingDesk
    private let library: LibraryDesk
    private let settings: SettingsDesk
    /// True if somebody is subscribed to the topic. Set once by the engine: subscriptions are made later.
    var isWanted: () -> Bool = { false }
    /// Keeps a request about a recording until it is done, over restarts. Set once by the engine: the queue is made later.
    var keep: (Request, _ recording: String) throws(EngineError) -> Void = { _, _ in }
    /// The words of the loaded recording, with its name; nil if they are not known.
    private var known: (name: String, words: SpokenText)?
    /// A count of the texts that came.
    private var revision: Int64 = 0
    /// The question to the library; nil for none.
    private var asked: (id: UInt64, name: String)?
    /// The look at the files that came last.
    private var looked = Moment.now
    /// Seconds between two looks at the files: an editor may change them at any time.
    private static let pause = 1.0

    init(
        _ board: Switchboard, _ jack: JackDesk, _ recording: RecordingDesk, _ playing: PlayingDesk, _ library: LibraryDesk,
        _ settings: SettingsDesk
    ) {
        self.board = board
        self.jack = jack
        self.recording = recording
        self.playing = playing
        self.library = library
        self.settings = settings
    }

    func turn(_ now: Moment) {
        guard isWanted(), let name = playing.ownLoaded?.name else { return known = nil }
        if known?.name != name { known = nil }
        guard asked == nil, known == nil || now.seconds(since: looked) >= Self.pause else { return }
        looked = now
        asked = (library.readText(name, known: known?.words.fingerprint ?? ""), name)
    }

    func hear(_ news: News) {
        if case .takeEnded(let summary) = news { transcribe(summary) }
        guard let asked, case .library(let event) = news else { return }
        switch event {
        case .spoken(asked.id, let words):
            if let words {
                known = (asked.name, words)
                revision += 1
            }
        // A recording without readable words has none here; the verb `transcript` tells the reason.
        case .refused(asked.id, _):
            known = (asked.name, SpokenText(TimelineText(lines: [], length: 0), rate: 1, fingerprint: ""))
        default: return
        }
        self.asked = nil
    }

    /// Queues the transcription of a finished take, if the user wants that. The queue runs it with the settings of that time.
    private func transcribe(_ summary: TakeSummary) {
        guard settings.current.text(.transcribeAfter) == "on", summary.frames > 0 else { return }
        do {
            try keep(try CommandTable.request(.library(.transcribe), [.name: .text(summary.name)]), summary.name)
        } catch {
            board.report("\(summary.name): \(error)", of: "transcribe")
        }
    }

    func fields(of topic: Topic) -> Fields {
        guard topic == .words else { return [:] }
        let words = known?.words
        let place = words == nil ? 0 : playing.position(jack.time)
        return Self.fields(words, at: place) + ["words_revision": .int(revision)]
    }

    /// The fields of the topic at a frame of the timeline.
    private static func fields(_ words: SpokenText?, at frame: Int64) -> Fields {
        let lines = words?.text.lines ?? []
        let rate = Double(max(1, words?.rate ?? 1))
        let index = words?.text.line(at: frame)
        let line = index.map { lines[$0] }
        let next = (index.map { $0 + 1 } ?? 0) < lines.count ? lines[index.map { $0 + 1 } ?? 0] : nil
        return [
            "words_line": .int(Int64(index.map { $0 + 1 } ?? 0)), "words_text": .text(line?.text ?? ""),
            "words_speaker": .text(line?.speaker ?? ""),
            "words_from_seconds": .double(line.map { Double($0.start) / rate } ?? -1),
            "words_until_seconds": .double(line.map { Double($0.end) / rate } ?? -1),
            "words_word": .text(line?.words.last { $0.start <= frame }?.text ?? ""), "words_next": .text(next?.text ?? ""),
            "words_next_seconds": .double(next.map { Double($0.start) / rate } ?? -1), "words_lines": .int(Int64(lines.count)),
            "words_doubtful": .int(Int64(words?.doubtful ?? 0)),
        ]
    }

    // MARK: Place

    /// Carries out `place`. Throws `EngineError.wrongState` when nothing is recorded or loaded.
    func place(_ request: Request) throws(EngineError) -> Fields {
        let format = PlaceFormat(request.text(.format) ?? settings.current.text(.placeFormat) ?? PlaceFormat.standard)
        let (name, frame, rate): (String, Int64, Int)
        if let take = recording.current {
            (name, frame, rate) = (take.name, take.place, take.format.rate)
        } else if let loaded = playing.loaded {
            (name, frame, rate) = (loaded.name, playing.position(jack.time), loaded.rate)
        } else {
            throw .wrongState(tr("Nothing is recorded or loaded: there is no place (dicta load NAME)"))
        }
        return [
            "place": .text(format.text(frame: frame, rate: rate, name: name)), "name": .text(name), "frames": .int(frame),
            "seconds": .double(Double(frame) / Double(max(1, rate))),
        ]
    }
}
