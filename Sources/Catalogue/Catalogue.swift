// Questions to the library and their answers. One owner at a time; blocks on the disk.
public import Dictation
internal import Messages
public import Storage

/// Answers requests about a library, in the same way with and without an engine.
///
/// `answer` replies to a question at once. A request that changes recordings, or reads them completely, is an operation in a
/// queue: call `begin`, then `step` until it has ended.
public final class Catalogue {
    /// The library.
    public let library: Library
    private let indexFolder: String
    /// Bytes that operations leave free on the disk.
    let reserve: Int64
    /// The index; opened at the first question that needs it.
    private var index: LibraryIndex?
    /// ID of the next operation.
    var nextOperation: UInt64 = 1
    /// Operations that have not ended; the first one is current.
    var queue: [Operation] = []
    /// The last operations that have ended, oldest first.
    var past: [Operation] = []

    /// Changes of files that nobody has asked for yet.
    var changes: [FileChange] = []

    /// Number of ended operations that are remembered.
    static let kept = 50

    /// Makes a catalogue. Any thread; does not touch the disk.
    public init(
        _ library: Library, indexFolder: String = LibraryIndex.standardFolder, reserve: Int64 = 0
    ) {
        self.library = library
        self.indexFolder = indexFolder
        self.reserve = reserve
    }

    /// True if `answer` replies to the request; false if it needs `begin`.
    public static func isQuestion(_ request: Request) -> Bool {
        request.isLibraryQuestion
    }

    // MARK: Questions

    /// Answers a question. Blocks on the disk. Throws `CatalogueError`.
    public func answer(_ request: Request) throws(CatalogueError) -> Reply {
        switch request.verb {
        case .library(let verb): return try answer(verb, request)
        case .marker(.marks): return try marks(request.text(.in) ?? "")
        case .recording, .playing, .queue, .schedule, .monitoring, .marker, .transport, .midi, .pedal, .settings, .hook,
            .subscription,
            .toggle,
            .lock, .cue, .guide,
            .engine, .terminal, .program:
            throw noQuestion(request)
        }
    }

    private func answer(_ verb: LibraryVerb, _ request: Request) throws(CatalogueError) -> Reply {
        switch verb {
        case .ls: return try list(request, words: nil)
        case .search: return try list(request, words: try searchWords(request))
        case .info: return try describe(request.text(.name) ?? "")
        case .operations: return try operations(request)
        case .answers: return try answers(request)
        case .quarantine where Self.isQuestion(request): return try quarantined()
        case .transcript:
            guard let name = request.text(.name) else { throw .usage(tr("transcript: name a recording")) }
            return try transcript(name, request)
        case .describe: return try entry(request.text(.name) ?? "", request)
        case .tag, .note, .rename, .copy, .delete, .clean, .verify, .recover, .peaks, .silences, .analyse, .export, .render,
            .flatten,
            .deliver, .transcribe, .importing, .cut, .undo, .redo, .complete, .reopen, .answer, .favourite, .move, .quarantine,
            .relink:
            throw noQuestion(request)
        }
    }

    /// Most different words of a search: the index looks each of them up in all recordings.
    public static let mostWords = 32

    /// The words to search for, each once. Throws if they are too many, divided at blanks or as the index divides them.
    private func searchWords(_ request: Request) throws(CatalogueError) -> [String] {
        var seen: Set<String> = []
        let words = request.texts(.words).flatMap { $0.split(separator: " ").map(String.init) }.filter {
            seen.insert($0).inserted
        }
        let parts = Set(words.lazy.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber } })
        let most = Self.mostWords
        guard words.count <= most, parts.count <= most else {
            throw .usage(
                tr(most, "search: at most \(most) word; give fewer", "search: at most \(most) different words; give fewer"))
        }
        return words
    }

    private func noQuestion(_ request: Request) -> CatalogueError {
        .usage(tr("'\(request.name)' is not a question to the library"))
    }

    /// Describes a recording by its name or identity, or any audio file by its path. Blocks on the disk. Throws `CatalogueError.storage`.
    public func describe(_ text: String) throws(CatalogueError) -> Reply {
        let name: String
        do throws(StorageError) { name = try named(text) } catch { throw .storage(error) }
        if let reply = try describeElsewhere(name) { return reply }
        do throws(StorageError) {
            let summary = try library.find(name)
            guard library.owns(summary.path) else { return Reply(RecordingReport.fields(summary)) }
            return try describe(summary)
        } catch {
            throw .storage(error)
        }
    }

    /// Describes a recording from its sidecar only, if the audio lies outside the library or only ffmpeg can read it; nil for
    /// all others.
    private func describeElsewhere(_ name: String) throws(CatalogueError) -> Reply? {
        let found: Recording?
        do throws(StorageError) { found = try library.recordingElsewhere(name) } catch { throw .storage(error) }
        guard let recording = found else { return nil }
        var query = LibraryQuery()
        query.pattern = name
        guard let item = try page(query).items.first(where: { $0.name == name }) else { return nil }
        let details = RecordingReport.details(recording, waveform: recording.segments.first.map(library.peakState), in: library)
        let base = RecordingReport.fields(item).all.filter { details[$0.key] == nil && $0.key != "path" }
        return Reply(Fields(base + details.all) + files(recording), items: RecordingReport.markers(recording))
    }

    /// Describes a recording from its file and its sidecar.
    private func describe(_ summary: RecordingSummary) throws(StorageError) -> Reply {
        let fields = RecordingReport.fields(summary)
        do throws(StorageError) {
            let recording = try library.readRecording(summary.name)
            var whole = Fields()
            for field in fields.all where !recording.isUnedited && recording.rate > 0 {
                switch field.key {
                case "frames": whole.append("frames", .int(recording.timeline.length))
                case "seconds": whole.append("seconds", .double(Double(recording.timeline.length) / Double(recording.rate)))
                case "bytes": whole.append("bytes", .int(recording.bytes))
                case "path": break
                default: whole.append(field.key, field.value)
                }
            }
            let base = whole.all.isEmpty ? Fields(fields.all.filter { $0.key != "path" }) : whole
            let states = Set(recording.segments.map(library.peakState))
            let details = RecordingReport.details(recording, waveform: states.count == 1 ? states.first : .stale, in: library)
            // The sidecar knows the bit rate that was asked for, the file only its size.
            let rest = Fields(base.all.filter { details[$0.key] == nil })
            return Reply(rest + details + files(recording), items: RecordingReport.markers(recording))
        } catch .missing {
            // A running take has no sidecar yet: its journal has the time of its beginning, as `ls` shows it.
            return Reply(fields + openFields(summary.name))
        } catch {
            return Reply(Fields(fields.all + [Field("metadata_error", .text(error.description))]))
        }
    }

    /// State, creation time and identity of a recording without a sidecar, from the index. Empty if the index cannot be read.
    private func openFields(_ name: String) -> Fields {
        var query = LibraryQuery()
        query.pattern = name
        do throws(CatalogueError) {
            guard let item = try page(query).items.first(where: { $0.name == name }) else { return [:] }
            let fields = RecordingReport.fields(item)
            return Fields(fields.all.filter { ["created", "state", "id"].contains($0.key) })
        } catch {
            // The file itself is described all the same.
            return [:]
        }
    }

    /// The files of a recording, with the rendered one if an edited recording has it.
    private func files(_ recording: Recording) -> Fields {
        var fields = RecordingReport.files(recording, library)
        guard fields["path"] == nil else { return fields }
        do throws(StorageError) {
            if let path = try RenderCache().find(recording, in: library) { fields.append("rendered", .text(path)) }
        } catch {
            // A file of the timeline is missing; `verify` tells of it.
        }
        return fields
    }

    /// The reply of `ls` and `search`.
    private func list(_ request: Request, words: [String]?) throws(CatalogueError) -> Reply {
        var query = LibraryQuery()
        query.pattern = request.text(.pattern)
        query.words = words
        query.isAnywhere = request.flag(.anywhere)
        query.tag = request.text(.tag)
        query.state = request.text(.state).flatMap(Recording.State.init)
        query.sort = request.text(.sort).flatMap(LibraryQuery.Sort.init) ?? .date
        query.isReversed = request.flag(.reverse)
        query.limit = request.int(.limit).map(Int.init)
        query.offset = Int(request.int(.offset) ?? 0)
        query.artist = request.text(.artist)
        query.isFavourite = request.flag(.favourites)
        if let group = request.text(.group).flatMap(ListGroup.init) { return try list(query, by: group) }
        let page = try page(query)
        return Reply(
            [
                "library": .text(library.folder), "shown": .int(Int64(page.items.count)), "total": .int(Int64(page.total)),
                "problems": .int(Int64(page.problems)),
            ], items: page.items.map(RecordingReport.fields))
    }

    /// One page of recordings from the index. Opens the index at the first call.
    func page(_ query: LibraryQuery) throws(CatalogueError) -> LibraryPage {
        do throws(StorageError) { return try openIndex().page(query) } catch { throw .storage(error) }
    }

    /// All tags in use, sorted. Opens the index at the first call. Blocks on the disk. Throws `CatalogueError.storage`.
    public func tags() throws(CatalogueError) -> [String] {
        do throws(StorageError) { return try openIndex().tags() } catch { throw .storage(error) }
    }

    /// Gives the memory of the index's cached pages back; later questions read them from the disk again.
    public func releaseMemory() { index?.releaseMemory() }

    /// The index, which the first call opens.
    func openIndex() throws(StorageError) -> LibraryIndex {
        if let index { return index }
        let made = try LibraryIndex(library, folder: indexFolder)
        index = made
        return made
    }
}
