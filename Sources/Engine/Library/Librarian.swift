// State of the library thread: the library, its catalogue, and files being decoded. Library worker only.
internal import Catalogue
internal import Dictation
internal import Messages
internal import Storage
internal import System
internal import Threads

/// Reads and writes library files for the control loop, which must never wait for a disk.
///
/// A separate program decodes; this thread only reads that program's output, and lists and opens files meanwhile. Operations on
/// recordings run here, one small step in each turn, so that messages are carried out between two steps.
struct Librarian: ThreadState, ~Copyable {
    typealias Wake = WakeDescriptor

    /// The library.
    let library: Library
    /// Decoded copies of files that only ffmpeg can read.
    let cache: DecodeCache
    /// Questions and operations.
    let catalogue: Catalogue
    /// Events for the control loop.
    let outbox: Mailbox<LibraryEvent>
    /// IDs of the messages to answer when an operation ends, by operation.
    var askers: [UInt64: UInt64] = [:]
    /// Progress of the current operation as it was last posted; nil if there is none.
    var working: Working?
    /// When progress was last posted.
    var workingTold = Moment.now
    /// Files being decoded: the ID of the `open`, the decoding, the file's path as it is now, the path that stands for the file,
    /// and the time of the last progress.
    var decodings: [(id: UInt64, decoding: Decoding, path: String, home: String, told: Moment)] = []
    /// Waveforms being read: the ID of the `draw`, and the job.
    var drawings: [(id: UInt64, job: Waveform)] = []
    /// Searches for silences: the ID of the `listen`, and the search.
    var searches: [(id: UInt64, search: SilenceSearch)] = []
    /// The note of transcriptions; nil if nothing is remembered.
    private var notes: TranscriptionNotes?
    /// Transcriptions of the engine before this one, until the control loop has asked for them.
    private var unfinished: [String] = []
    /// Names of recordings whose diary files are to be written.
    var diaries: [String] = []
    private var isQuitting = false
    /// True after work since free memory was last given back, at `cleared`.
    private var hasWorked = false
    private var cleared = Moment.now

    /// Milliseconds between two returns of free memory.
    private static let clearing = 60_000

    /// Recovers takes that a dead engine left open, and removes rendered files that nobody uses any more, before the first
    /// message. Blocks on the disk.
    init(
        library: Library, cache: DecodeCache, indexFolder: String = LibraryIndex.standardFolder, reserve: Int64 = 0,
        engine: String? = nil, outbox: Mailbox<LibraryEvent>
    ) {
        self.library = library
        self.cache = cache
        self.outbox = outbox
        catalogue = Catalogue(library, indexFolder: indexFolder, reserve: reserve)
        recover()
        RenderCache().removeLeft()
        tellRates()
        notes = engine.flatMap { TranscriptionNotes(engine: $0, library: library.folder) }
        unfinished = notes?.lines ?? []
        if !unfinished.isEmpty { outbox.post(.unfinished(unfinished)) }
    }

    /// Posts the takes that tell how large takes become.
    private func tellRates() {
        do throws(CatalogueError) {
            let takes = try catalogue.newestPackedTakes()
            if !takes.isEmpty { outbox.post(.rates(takes)) }
        } catch {
            note("the sizes of earlier takes are not known: \(error)")
        }
    }

    /// Makes recordings of takes that were left open, and posts one line for each.
    private func recover() {
        let lines = MessageCatalogue.inEnglish { [library] () -> [(LogText, RecoveryNote?)] in
            do throws(StorageError) {
                return try library.recoverLeftovers().map { (note) -> (LogText, RecoveryNote?) in
                    ("\(note.name): \(plain: note.action.rawValue): \(note.words)", note)
                }
            } catch {
                return [("nothing was recovered: \(error)", nil)]
            }
        }
        for (line, note) in lines { outbox.post(.recovered(line, note)) }
        outbox.post(.settled)
    }

    /// Posts a line for the log.
    func note(_ text: @autoclosure () -> LogText) {
        outbox.post(.noted(MessageCatalogue.inEnglish(text)))
    }

    mutating func turn() -> WakeDescriptor.Sleep? {
        listen()
        draw()
        search()
        operate()
        keepDiary()
        note()
        guard isQuitting else {
            let hasWork = !drawings.isEmpty || !searches.isEmpty || !diaries.isEmpty
            return WakeDescriptor.Sleep(
                milliseconds: hasWork ? 0 : sleep(atMost: catalogue.patience),
                descriptors: decodings.flatMap(\.decoding.descriptors))
        }
        decodings = []
        // Unfinished files are removed here; the process may end before anything else could do it.
        catalogue.cancelAll()
        return nil
    }

    /// Gives memory back after work, now or at the end of the sleep that is returned. Whole transcripts and lists of recordings are
    /// read here, and what stays of them would make the heap full of holes within hours.
    private mutating func sleep(atMost patience: Int32) -> Int32 {
        guard hasWorked else { return patience }
        let passed = Moment.now.seconds(since: cleared) * 1000
        guard passed >= Double(Self.clearing) else {
            let rest = Int32(Double(Self.clearing) - passed) + 1
            return patience < 0 ? rest : min(patience, rest)
        }
        catalogue.releaseMemory()
        OwnHeap.giveBack()
        (hasWorked, cleared) = (false, .now)
        return patience
    }

    mutating func obey(_ order: LibraryOrder) {
        hasWorked = true
        switch order {
        case .ask(let id, let request, let name, let loaded, let loop, let open): ask(id, request, name, loaded, loop, open)
        case .draw(let id, let name, let range, let frames): draw(id, name, range, frames)
        case .listen(let id, let source, let query): listen(id, source, query)
        case .open(let id, let name):
            report(id) { (librarian) throws(StorageError) in
                do throws(StorageError) { return try librarian.open(id, name) } catch .missing(let path) {
                    throw librarian.library.told(.missing(path: path), of: name)
                }
            }
        case .recall(let id, let name):
            report(id) { (librarian) throws(StorageError) in try librarian.recall(id, name) }
        case .text(let id, let name, let known): readText(id, name, known: known)
        case .answers(let id, let sheet, let name, let isNew, let languages, let words):
            answers(id, to: sheet, name, isNew: isNew, languages, words)
        case .mark(let id, let name, let marker): mark(id, name, marker)
        case .remember(let path, let frames):
            guard library.owns(path) else { return }
            remember(path) { () throws(StorageError) in
                try library.rememberPlayPosition(frames, name: Library.name(ofPath: path))
            }
        case .rememberPlace(let name, let frames):
            remember("\(library.folder)/\(name)") { () throws(StorageError) in
                try library.rememberPlayPosition(frames, name: name)
            }
        case .rememberListening(let path, let listening):
            guard library.owns(path) else { return }
            remember(path) { () throws(StorageError) in
                try library.rememberListening(listening, name: Library.name(ofPath: path))
            }
        case .keep(let id, let path, let text):
            report(id) { (_) throws(StorageError) in
                try ConfigFile.update(path) { (_) throws(StorageError) in text }
                return .answered(id: id, Reply([:]))
            }
        case .keepConnections(let connections, let engine):
            do throws(StorageError) {
                try library.keep(connections, of: engine)
            } catch {
                outbox.post(.connectionsForgotten(.storage(error)))
            }
        case .cancel(let id):
            decodings.removeAll { $0.id == id }
            searches.removeAll { $0.id == id }
        case .guarded(let id, let name, let identity, let order): if isStill(id, name, identity) { obey(order) }
        case .keepDiaries: lookForDiaries()
        case .resumed: unfinished = []
        case .quit: isQuitting = true
        }
    }

    /// Notes the transcriptions that have not ended. They stay noted when the engine quits.
    private mutating func note() {
        guard !isQuitting, notes != nil else { return }
        do throws(StorageError) {
            try notes?.write(unfinished + catalogue.resumptions)
        } catch {
            notes = nil
            note("a transcription will not go on by itself after a restart: \(error)")
        }
    }

    /// Posts the event that `work` gives, or its error as `.refused`.
    private mutating func report(_ id: UInt64, _ work: (inout Librarian) throws(StorageError) -> LibraryEvent) {
        do throws(StorageError) {
            outbox.post(try work(&self))
        } catch {
            outbox.post(.refused(id: id, .storage(error)))
        }
    }
}
