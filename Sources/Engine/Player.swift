// Room: Engine. Control loop only: the playing side's state.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Rings
internal import Storage

/// Turns the playing verbs into commands for the JACK thread and the reader, and keeps who waits for an answer.
///
/// A locate goes to both: the JACK thread learns which generation is wanted, the reader feeds it. Where the locate is for a
/// frame to come, the reader is told shortly before it, so that the old sound does not run out meanwhile.
final class Player {
    enum State: String { case stopped, playing, paused }

    struct Loaded {
        let name: String
        let path: String
        let info: SegmentInfo
    }

    /// A load under way: what to do with the file, and who waits.
    struct Load {
        let name: String
        let path: String
        let begin: (SegmentInfo) -> Void
        let answer: Answer
    }

    var state = State.stopped
    var loaded: Loaded?
    /// Why playing ended, when it was not the end of the file.
    var lastError: EngineError?
    var isAtEnd = false
    /// Where the playhead is while no server runs.
    var parkedPosition: Int64 = 0

    let reader: ReaderThread
    let library: Library
    var generation: UInt32 = 0
    private var nextID: UInt32 = 1
    var load: (id: UInt64, Load)?
    private var nextLoad: UInt64 = 1
    private var waiting: [UInt32: Answer] = [:]
    private(set) var deferred: [(frame: Int64, message: ReaderMessage)] = []

    init(reader: ReaderThread, library: Library) {
        self.reader = reader
        self.library = library
    }

    /// Whether somebody waits for the JACK thread, or something for its frame: then the loop looks more often.
    var isBusy: Bool { !waiting.isEmpty || !deferred.isEmpty }

    // MARK: To the JACK thread

    /// Sends a command; `answer` is called when it took effect.
    func send(_ command: RealtimeCommand, _ time: GraphTime, _ answer: Answer? = nil) throws(EngineError) {
        var command = command
        if let answer {
            command.id = nextID
            nextID = nextID == UInt32.max ? 1 : nextID + 1
            waiting[command.id] = answer
        }
        guard unsafe time.client.link.pointee.commands.push(command) else {
            waiting[command.id] = nil
            throw EngineError.system(call: "the JACK thread's command queue", code: 105)
        }
    }

    /// Moves the playhead at extended frame `frame` (or at once).
    func locate(to position: Int64, at frame: Int64, _ time: GraphTime, _ answer: Answer? = nil) throws(EngineError) {
        generation &+= 1
        let command = RealtimeCommand(.locate, at: frame, generation: generation, position: position)
        try send(command, time, answer)
        isAtEnd = false
        deferred.removeAll()
        let message = ReaderMessage.locate(frame: position, generation: generation)
        let lead = Int64(time.client.rate) * 3 / 10
        if state == .playing, frame > time.now + lead {
            deferred.append((frame - lead, message))
        } else {
            reader.post(message)
        }
    }

    /// Tells the reader what has become due.
    func tick(_ time: GraphTime) {
        guard !deferred.isEmpty else { return }
        let now = time.now
        for due in deferred where due.frame <= now { reader.post(due.message) }
        deferred.removeAll { $0.frame <= now }
    }

    // MARK: News

    func handle(_ event: RealtimeEvent, _ time: GraphTime) {
        switch event.kind {
        case .done:
            let fields: Fields = ["at_frame": .int(Int64(time.telemetry.jackFrame(of: event.frame)))]
            waiting.removeValue(forKey: event.id)?(.success(fields))
        case .ended:
            state = .stopped
            isAtEnd = true
        }
    }

    func handle(_ event: ReaderEvent) {
        switch event {
        case .loaded(let id, let info):
            guard let load, load.id == id else { return }
            self.load = nil
            loaded = Loaded(name: load.1.name, path: load.1.path, info: info)
            lastError = nil
            load.1.begin(info)
        case .refused(let id, let error):
            guard let load, load.id == id else { return }
            self.load = nil
            load.1.answer(.failure(error))
        case .failed(let error):
            lastError = error
        case .detached:
            break
        }
    }

    func begin(_ load: Load, rate: Int) {
        self.load?.1.answer(.failure(.forbidden(verb: "play", state: "loading", hint: "another play came after it")))
        self.load = (nextLoad, load)
        reader.post(.load(id: nextLoad, path: load.path, rate: rate))
        nextLoad += 1
    }

    /// The client is going: the playhead stays where it is.
    func park(_ time: GraphTime) {
        parkedPosition = position(time)
        if state == .playing { state = .paused }
        deferred.removeAll()
        giveUp(.noServer)
    }

    /// Nothing more can come: whoever waits is told.
    func giveUp(_ error: EngineError) {
        let answers = waiting.values + (load.map { [$0.1.answer] } ?? [])
        waiting = [:]
        load = nil
        for answer in answers { answer(.failure(error)) }
    }

    /// Timeline frame heard next.
    func position(_ time: GraphTime?) -> Int64 {
        guard let time, loaded != nil else { return parkedPosition }
        return time.telemetry.position
    }
}
