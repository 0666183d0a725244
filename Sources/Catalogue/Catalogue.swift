// The questions that a library answers. One thread at a time (library worker or terminal); blocks on the disk.
public import Dictation
public import Storage

/// What a library is asked, and what it answers: the same with an engine and without.
///
/// Looking is answered at once. What changes recordings, or reads them whole, is an operation of a queue: `begin` it, and
/// call `step` until it is over.
public final class Catalogue {
    public let library: Library
    private let indexFolder: String
    let reserve: Int64
    private var index: LibraryIndex?
    var nextOperation: UInt64 = 1
    /// Those that are not over, the first one at work; then the last ones that were.
    var queue: [Operation] = []
    var past: [Operation] = []

    static let kept = 50

    /// Any thread; nothing is touched before the first question.
    public init(
        _ library: Library, indexFolder: String = LibraryIndex.standardFolder, reserve: Int64 = 0
    ) {
        self.library = library
        self.indexFolder = indexFolder
        self.reserve = reserve
    }

    /// Whether the request is answered at once, by `answer`; else it is one for `begin`.
    public static func isQuestion(_ request: Request) -> Bool {
        switch request.verb {
        case .library(let verb): verb.isQuestion
        case .marker(.marks): true
        case .recording, .playing, .monitoring, .marker, .transport, .midi, .settings, .hook, .subscription, .engine, .terminal,
            .program:
            false
        }
    }

    // MARK: Questions

    /// Blocks. Answers a question.
    public func answer(_ request: Request) throws(CatalogueError) -> Reply {
        switch request.verb {
        case .library(let verb): return try answer(verb, request)
        case .marker(.marks): return try marks(request.text(.name) ?? "")
        case .recording, .playing, .monitoring, .marker, .transport, .midi, .settings, .hook, .subscription, .engine, .terminal,
            .program:
            throw noQuestion(request)
        }
    }

    private func answer(_ verb: LibraryVerb, _ request: Request) throws(CatalogueError) -> Reply {
        switch verb {
        case .ls: return try list(request, words: nil)
        case .search:
            return try list(request, words: request.texts(.words).flatMap { $0.split(separator: " ").map(String.init) })
        case .info: return try describe(request.text(.name) ?? "")
        case .operations: return try operations(request)
        case .tag, .note, .rename, .copy, .delete, .clean, .verify, .recover, .peaks, .export, .deliver, .importing, .cut,
            .undo, .redo, .complete, .reopen:
            throw noQuestion(request)
        }
    }

    private func noQuestion(_ request: Request) -> CatalogueError {
        .usage("'\(request.name)' is no question to the library")
    }

    /// Blocks. All that is known of a recording, or of any audio file by its path.
    public func describe(_ name: String) throws(CatalogueError) -> Reply {
        if let reply = try describeElsewhere(name) { return reply }
        do throws(StorageError) {
            let summary = try library.find(name)
            guard library.owns(summary.path) else { return Reply(RecordingReport.fields(summary)) }
            return try describe(summary)
        } catch {
            throw .storage(error)
        }
    }

    /// By its sidecar alone, where the audio lies elsewhere or only ffmpeg reads it.
    private func describeElsewhere(_ name: String) throws(CatalogueError) -> Reply? {
        let found: Recording?
        do throws(StorageError) { found = try library.recordingElsewhere(name) } catch { throw .storage(error) }
        guard let recording = found else { return nil }
        var query = LibraryQuery()
        query.pattern = name
        guard let item = try page(query).items.first(where: { $0.name == name }) else { return nil }
        let details = RecordingReport.details(recording, waveform: recording.segments.first.map(library.peakState))
        let base = RecordingReport.fields(item).all.filter { details[$0.key] == nil }
        return Reply(Fields(base + details.all), items: RecordingReport.markers(recording))
    }

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
                default: whole.append(field.key, field.value)
                }
            }
            let base = whole.all.isEmpty ? fields : whole
            let states = Set(recording.segments.map(library.peakState))
            let details = RecordingReport.details(recording, waveform: states.count == 1 ? states.first : .stale)
            return Reply(Fields(base.all + details.all), items: RecordingReport.markers(recording))
        } catch .missing {
            return Reply(fields)
        } catch {
            return Reply(Fields(fields.all + [Field("metadata_error", .text(error.description))]))
        }
    }

    private func list(_ request: Request, words: [String]?) throws(CatalogueError) -> Reply {
        var query = LibraryQuery()
        query.pattern = request.text(.pattern)
        query.words = words
        query.tag = request.text(.tag)
        query.state = request.text(.state).flatMap(Recording.State.init)
        query.sort = request.text(.sort).flatMap(LibraryQuery.Sort.init) ?? .date
        query.isReversed = request.flag(.reverse)
        query.limit = request.int(.limit).map(Int.init)
        query.offset = Int(request.int(.offset) ?? 0)
        let page = try page(query)
        return Reply(
            [
                "library": .text(library.folder), "shown": .int(Int64(page.items.count)), "total": .int(Int64(page.total)),
                "problems": .int(Int64(page.problems)),
            ], items: page.items.map(RecordingReport.fields))
    }

    func page(_ query: LibraryQuery) throws(CatalogueError) -> LibraryPage {
        do throws(StorageError) {
            let index: LibraryIndex
            if let made = self.index { index = made } else { index = try LibraryIndex(library, folder: indexFolder) }
            self.index = index
            return try index.page(query)
        } catch {
            throw .storage(error)
        }
    }
}
