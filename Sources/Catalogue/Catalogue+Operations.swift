// The queue of operations on recordings. One owner at a time; each call blocks briefly.
public import Dictation
internal import Messages
internal import Recognition
public import Storage

extension Catalogue {
    /// The list of operations: unfinished ones first, then ended ones, newest first. A request with `cancel` first cancels the
    /// operation with that ID; throws `.noSuchOperation` if there is none that can be cancelled.
    func operations(_ request: Request) throws(CatalogueError) -> Reply {
        if let number = request.int(.cancel) {
            guard let operation = queue.first(where: { Int64($0.id) == number && !$0.isOver }) else {
                throw .noSuchOperation(UInt64(clamping: number))
            }
            operation.cancel()
        }
        return Reply(items: (queue + past.reversed()).map(\.fields))
    }

    /// True if `step` has something to do.
    public var isBusy: Bool { !queue.isEmpty }

    /// Milliseconds until the next `step` has something to do: -1 for never, more than 0 while only work on other threads goes on.
    public var patience: Int32 {
        // The first operation beside the others works; the next ones wait for its end.
        let beside = queue.first { $0.isBeside && !$0.isOver }
        if beside?.state == .queued || queue.contains(where: { !$0.isBeside || $0.isOver }) { return 0 }
        return queue.isEmpty ? -1 : 50
    }

    /// The current operation: one beside the others only if there is no other.
    private var current: Operation? { queue.first { !$0.isBeside } ?? queue.first }

    /// Command lines that go on with the transcriptions which have not ended, in the order of the queue.
    public var resumptions: [String] { queue.filter { !$0.isOver }.flatMap(\.resumptions) }

    /// Gives the renamed, deleted and replaced recordings since the last call.
    public func takeChanges() -> [FileChange] {
        defer { changes = [] }
        return changes
    }

    /// Queues an operation and gives its ID. Blocks briefly. `loaded` is the recording that an edit without a name is for,
    /// `loop` the points of its loop, which places of the request may name, `open` the running take whose waveform is asked for.
    /// Throws `CatalogueError` before anything is changed: `.conflict` if another operation uses a recording, `.inUse` if the
    /// recording is being recorded.
    public func begin(
        _ request: Request, loaded: String? = nil, loop: LoopPoints = LoopPoints(), open: OpenTake? = nil
    ) throws(CatalogueError) -> UInt64 {
        guard case .library(let verb) = request.verb else { throw .usage(tr("'\(request.name)' is not a library operation")) }
        let work = try work(verb, request)
        if case .exporting(let options) = work {
            try options.checkEndings(library)
            try refuseOwnPlace(options.path("x"), request)
        }
        if case .analysing(let options) = work, let to = options.to { try refuseOwnPlace(to, request) }
        do throws(StorageError) {
            if case .exporting(let options) = work { try options.checkFolder() }
            if case .analysing(let options) = work { try options.checkPath() }
            if verb.isChange { try library.checkFolder() }
        } catch {
            throw .storage(error)
        }
        let names = if let open { [open.entry.name] } else { try names(request, work, loaded) }
        let operation = Operation(
            nextOperation, verb, work, names, library, reserve: reserve, loaded: loaded, loop: loop,
            open: open)
        operation.request = request
        if case .verify = work { do throws(StorageError) { operation.index = try openIndex() } catch { throw .storage(error) } }
        try refuseConflicts(operation)
        nextOperation += 1
        queue.append(operation)
        return operation.id
    }

    /// Does one small part of an operation, and gives the operations that have ended. Blocks briefly.
    ///
    /// Short operations do not wait for long ones. Operations do not depend on one another: one that concerns a recording of
    /// another is refused when it is begun.
    public func step() -> [(id: UInt64, result: Result<Reply, CatalogueError>)] {
        let open = queue.filter { !$0.isOver }
        let (beside, own) = (open.filter(\.isBeside), open.filter { !$0.isBeside })
        if let next = own.first(where: \.isShort) ?? own.first { _ = next.step() }
        // One recogniser at a time: more would only share the processors.
        if let next = beside.first, !next.waits(for: own) { _ = next.step() }
        let made = queue.flatMap { $0.takeChanges() }
        for change in made { for operation in beside { operation.follow(change) } }
        changes += made
        let over = queue.filter(\.isOver)
        queue.removeAll(where: \.isOver)
        past += over
        past.removeFirst(max(0, past.count - Self.kept))
        let results = over.map { ($0.id, $0.result) }
        for operation in over { operation.release() }
        return results
    }

    /// The failures of an operation that has ended, one line each: the verb, the recording and the reason.
    public func failures(of id: UInt64) -> [String] {
        past.first { $0.id == id }.map { operation in operation.told.map { "\(operation.verb.rawValue): \($0)" } } ?? []
    }

    /// The recordings that an operation on several has finished, in lines for the log.
    public func finished(of id: UInt64) -> [String] {
        past.first { $0.id == id }.map { operation in
            operation.toldFinished.map { "\(operation.verb.rawValue): done: \($0)" }
        } ?? []
    }

    /// Files that an import of folders has left alone, one line each: the verb, the file and the reason.
    public func skips(of id: UInt64) -> [String] {
        past.first { $0.id == id }.map { operation in
            operation.skipped.map { "\(operation.verb.rawValue): \($0.path) was left alone: \($0.reason)" }
        } ?? []
    }

    /// Cancels an operation. Unfinished work is removed before this returns; finished work stays. `step` gives the result.
    public func cancel(_ id: UInt64) { queue.first { $0.id == id && !$0.isOver }?.cancel() }

    /// Cancels all operations, as `cancel` does.
    public func cancelAll() { for operation in queue where !operation.isOver { operation.cancel() } }

    /// The current operation and its progress, 0 to 1; nil if there is none.
    public var progress: (id: UInt64, fraction: Double)? { current.map { ($0.id, $0.fraction) } }

    /// Verb, current recording and progress of the current operation; nil if there is none. `done` and `total` count
    /// recordings, `fraction` goes from 0 to 1.
    public var work: (verb: LibraryVerb, name: String, done: Int, total: Int, fraction: Double)? {
        current.map { ($0.verb, $0.current, $0.done, $0.names.count, $0.fraction) }
    }

    /// True until the first step of the current operation.
    public var isWaiting: Bool { current?.state == .queued }

    /// Number of operations that have not ended.
    public var unfinished: Int { queue.count }

    /// An operation that has ended, as the list of operations shows it; empty if it is too old.
    public func ended(_ id: UInt64) -> Fields { past.last { $0.id == id }?.fields ?? [:] }

    /// True if an operation is queued or running that will rename or delete this recording, or replace its files. Such a
    /// recording must not be opened.
    public func isClaimed(_ name: String) -> Bool {
        queue.contains { operation in
            switch operation.work {
            case .rename, .delete: operation.claims.contains(name)
            case .delivering(let options): options.isDiscarding && operation.claims.contains(name)
            case .flattening(let isForgetting): isForgetting && operation.claims.contains(name)
            case .tag, .favourite, .describe, .copy, .edit, .turning, .verify, .recover, .peaks, .silences, .analysing,
                .importing,
                .exporting,
                .rendering,
                .clean, .readingTranscript, .writingTranscript, .transcribing, .answering, .restoring, .discarding, .relinking:
                false
            }
        }
    }

    /// The work that a request asks for. Throws `CatalogueError.usage`.
    private func work(_ verb: LibraryVerb, _ request: Request) throws(CatalogueError) -> Operation.Work {
        switch verb {
        case .tag:
            let adding = Self.tags(request.text(.add))
            let removing = Self.tags(request.text(.remove))
            guard !adding.isEmpty || !removing.isEmpty else { throw .usage(tr("tag: say what to --add or to --remove")) }
            return .tag(adding: adding, removing: removing)
        case .note:
            return .describe(try Description(request))
        case .favourite: return .favourite(!request.flag(.off))
        case .rename: return .rename(to: request.text(.to) ?? "")
        case .copy: return .copy(to: request.text(.to))
        case .delete: return .delete
        case .clean:
            let isForgetting = request.flag(.forget)
            guard !isForgetting || !request.texts(.name).isEmpty else {
                throw .usage(tr("clean: name the recordings whose undo is to be given up ('*' for all)"))
            }
            return .clean(isForgetting: isForgetting)
        case .cut: return .edit(try RecordingEdit(cut: request))
        case .move: return .edit(try RecordingEdit(move: request))
        case .undo: return .turning(isRedo: false)
        case .quarantine: return request.text(.do) == "discard" ? .discarding : .restoring
        case .relink: return .relinking(to: request.text(.path) ?? "", isForced: request.flag(.force))
        case .redo: return .turning(isRedo: true)
        case .complete: return .edit(.state(.completed))
        case .reopen: return .edit(.state(.draft))
        case .verify: return .verify(deep: request.flag(.deep))
        case .recover: return .recover
        case .peaks: return .peaks(PeakQuery(request))
        case .silences: return .silences(TimelineSection(request), try SilenceQuery(request))
        case .analyse: return .analysing(try AnalysisOptions(request))
        case .export: return .exporting(try ExportOptions(request))
        case .render: return .rendering
        case .transcribe: return .transcribing(try TranscriptionOptions(request), TimelineSection(request))
        case .flatten: return .flattening(isForgetting: request.flag(.forget))
        case .deliver:
            let loudness = try LoudnessTarget(request)
            guard loudness == nil || !request.flag(.discard) else {
                throw .usage(tr("deliver: --loudness changes the sound, so it cannot be with --discard; keep the recorded files"))
            }
            let export = try ExportOptions(
                delivery: library.folder, request, loudness: loudness)
            return .delivering(.init(export: export, isDiscarding: request.flag(.discard)))
        case .importing:
            var options = ImportJob.Options()
            options.isReference = request.flag(.reference)
            options.isAgain = request.flag(.again)
            options.name = request.text(.name)
            options.tags = Self.tags(request.text(.tag))
            options.artist = try request.text(.artist).map { (text) throws(CatalogueError) in
                try Description.line(text, "artist", request)
            }
            options.title = try request.text(.title).map { (text) throws(CatalogueError) in
                try Description.line(text, "title", request)
            }
            return .importing(options, isRecursive: request.flag(.recursive))
        case .transcript where request.text(.do) == "write": return .writingTranscript(try TranscriptWriting(request))
        case .transcript:
            guard let path = request.text(.path) else {
                throw .usage(tr("transcript: name the file to import after the recording"))
            }
            return .readingTranscript(from: path)
        case .answer: return .answering(try AnswerWriting(request))
        case .ls, .search, .info, .operations, .answers, .describe:
            throw .usage(tr("'\(request.name)' is not a library operation"))
        }
    }

    /// Tags of a text, separated by commas, so that a list of tags can be shown as one text.
    private static func tags(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty && !$0.contains("\n") }
    }

    /// The names that an operation works on: recordings, or paths for an import.
    private func names(
        _ request: Request, _ work: Operation.Work, _ loaded: String?
    ) throws(CatalogueError) -> [String] {
        if case .recover = work { return [] }
        if [.restoring, .discarding].contains(work) { return try quarantinedFiles(request) }
        if case .importing(let options, let isRecursive) = work {
            let paths = Self.paths(request.text(.path) ?? "")
            guard options.name == nil || paths.count == 1 && !isRecursive else {
                throw .usage(tr("import: --name names one recording; leave it out for several"))
            }
            for path in paths where Library.isFolder(path) { try checkFolder(path, isRecursive: isRecursive) }
            return paths
        }
        var given = request.texts(.name)
        let isOfLoaded =
            switch work {
            case .edit, .turning, .transcribing: true
            default: false
            }
        if isOfLoaded, given.isEmpty {
            guard let loaded else { throw .usage(tr("\(request.name): name a recording, since none of the library is loaded")) }
            given = [loaded]
        }
        var names: [String] = []
        // Names that differ in their bytes alone are two.
        var seen: Set<[UInt8]> = []
        if given.isEmpty { names = try page(LibraryQuery()).items.map(\.name) }
        // The path of any audio file.
        if case .peaks = work, let path = given.first, path.hasBytes(first: "/") { return [path] }
        let stay = given.count > 1 ? NamesStay(library) : nil
        defer { withExtendedLifetime(stay) {} }
        for name in given {
            for found in try expand(name) where seen.insert(Array(found.utf8)).inserted { names.append(found) }
        }
        if case .exporting(let options) = work, names.count > 1, !options.isFolder {
            throw .usage(tr("export: --to must be a folder for several recordings"))
        }
        if case .rename = work, names.count > 1 {
            let count = names.count
            let some = names.prefix(3).joined(separator: ", ") + (count > 3 ? " ..." : "")
            throw .usage(tr("rename: --to names one recording, and \(count) are meant (\(some)); rename them one by one"))
        }
        let isAboutOne =
            switch work {
            case .silences, .analysing, .relinking: true
            default: false
            }
        if isAboutOne, names.count > 1 {
            throw .usage(tr("\(request.name): name one recording, and \(names.count) are meant"))
        }
        switch work {
        case .readingTranscript, .writingTranscript:
            guard given.count == 1, names.count <= 1 else {
                throw .usage(tr("transcript: name the one recording that gets the words"))
            }
        case .answering:
            guard given.count == 1, names.count == 1 else { throw .usage(tr("answer: name one recording")) }
        default: break
        }
        if case .copy(.some) = work, names.count > 1 { throw .usage(tr("copy: --to names one copy; leave it out for several")) }
        return names
    }

    /// Throws `.usage` for a new file that would lie among Dicta's own hidden files in the library, or be taken for the description
    /// of a recording there. Blocks on the disk.
    func refuseOwnPlace(_ path: String, _ request: Request) throws(CatalogueError) {
        guard let inside = library.inside(path) else { return }
        let parts = inside.utf8.split(separator: UInt8(ascii: "/"))
        guard !parts.contains(where: { $0.first == UInt8(ascii: ".") }) else {
            throw .usage(
                tr("\(request.name): hidden files in the library are Dicta's own; choose another folder or another name"))
        }
        guard inside.hasSlash || !inside.hasBytes(last: ".json") else {
            throw .usage(tr("\(request.name): in the library a .json file describes a recording; choose another folder"))
        }
    }

    /// Throws if a folder cannot be imported.
    private func checkFolder(_ path: String, isRecursive: Bool) throws(CatalogueError) {
        guard isRecursive else {
            throw .usage(tr("import: \(path) is a folder; add --recursive to import the audio files in it"))
        }
        do throws(StorageError) {
            guard try library.holds(path) else { return }
        } catch {
            throw .storage(error)
        }
        throw .usage(tr("import: \(path) is in the library itself (\(library.folder)); name another folder"))
    }

    /// The paths of an import, one a line. They are absolute: a line without a slash at its beginning goes on with a file name
    /// that holds a line break.
    private static func paths(_ text: String) -> [String] {
        var paths: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let last = paths.last, last.hasPrefix("/"), !line.hasPrefix("/") {
                paths[paths.count - 1] = "\(last)\n\(line)"
            } else {
                paths.append(String(line))
            }
        }
        return paths
    }

    /// One recording by its name, or all that match a pattern with `*` and `?`.
    private func expand(_ name: String) throws(CatalogueError) -> [String] {
        guard name.contains("*") || name.contains("?") else {
            do throws(StorageError) { return [try library.nameOfRecording(try named(name))] } catch { throw .storage(error) }
        }
        // A recording with exactly this name takes precedence over a pattern.
        do throws(StorageError) {
            return [try library.nameOfRecording(name)]
        } catch .noSuchRecording {
            // The name is a pattern.
        } catch {
            throw .storage(error)
        }
        var query = LibraryQuery()
        query.pattern = name
        query.sort = .name
        let found = try page(query).items.map(\.name)
        guard !found.isEmpty else { throw .noMatch(pattern: name, folder: library.folder) }
        return found
    }

    /// Throws if another operation uses one of the names, or a take runs into it.
    private func refuseConflicts(_ operation: Operation) throws(CatalogueError) {
        guard operation.isChange else { return }
        for other in queue where other.isChange && !operation.mayWork(beside: other) {
            if let name = operation.claims.intersection(other.claims).min() {
                throw .conflict(name: name, verb: other.verb.rawValue, operation: other.id)
            }
            let isRecovery = operation.work == .recover || other.work == .recover
            if isRecovery { throw .conflict(name: library.folder, verb: other.verb.rawValue, operation: other.id) }
        }
        if case .importing = operation.work { return }
        if [.restoring, .discarding].contains(operation.work) { return }
        do throws(StorageError) {
            for name in operation.names where try library.openness(name) == .recording {
                throw .busy(name: name)
            }
        } catch {
            guard case .busy(let name) = error else { throw .storage(error) }
            throw .inUse(name: name, verb: operation.verb.rawValue)
        }
    }
}
