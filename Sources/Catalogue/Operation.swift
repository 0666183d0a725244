// One operation on recordings, done in small steps. One owner at a time; each step blocks briefly.
import Dictation
import Messages
import Recognition
import Storage

/// Does one kind of work to one recording after another, in small steps. Between two steps its thread can do other things,
/// report progress, or cancel it.
final class Operation {
    /// The kinds of work, with their options.
    enum Work: Hashable {
        /// Add and remove tags.
        case tag(adding: [String], removing: [String])
        /// Make the recording a favourite, or no longer.
        case favourite(Bool)
        /// Set title, note, artist and own keys.
        case describe(Description)
        /// Rename the recording.
        case rename(to: String)
        /// Copy the recording; nil for a name chosen here.
        case copy(to: String?)
        /// Delete the recording.
        case delete
        /// Change the timeline or the state.
        case edit(RecordingEdit)
        /// Undo the last edit, or redo the one that was undone last.
        case turning(isRedo: Bool)
        /// Check the files; `deep` reads all audio.
        case verify(deep: Bool)
        /// Recover takes and files left by a crash.
        case recover
        /// Read a waveform.
        case peaks(PeakQuery)
        /// Find silences.
        case silences(TimelineSection, SilenceQuery)
        /// Measure the figures of a recording.
        case analysing(AnalysisOptions)
        /// Import files, and with `isRecursive` those in folders; the names of the operation are paths.
        case importing(ImportJob.Options, isRecursive: Bool)
        /// Export to a file.
        case exporting(ExportOptions)
        /// Find or make a file with all that is heard.
        case rendering
        /// Make one file the whole timeline; `isForgetting` gives up all other files.
        case flattening(isForgetting: Bool)
        /// Make AAC beside the original.
        case delivering(DeliverJob.Options)
        /// Take the words of a foreign file.
        case readingTranscript(from: String)
        /// Write a text for a stretch.
        case writingTranscript(TranscriptWriting)
        /// Remove unused files; `isForgetting` also removes what undo needs.
        case clean(isForgetting: Bool)
        /// Write an answer by hand.
        case answering(AnswerWriting)
        /// Write speech down.
        case transcribing(TranscriptionOptions, TimelineSection)
        /// Put files of the quarantine back, or delete them; the names of the operation are files.
        case restoring, discarding
        /// Point the recording to a file that has moved.
        case relinking(to: String, isForced: Bool)
    }

    /// The states of an operation; the last three are final.
    enum State: String { case queued, running, done, failed, cancelled }

    /// Number of the operation in its catalogue.
    let id: UInt64
    /// The verb that asked for it.
    let verb: LibraryVerb
    /// The work to do.
    let work: Work
    /// The state.
    private(set) var state = State.queued
    /// Names of the recordings, or paths for an import; `recover` finds them at its first step.
    var names: [String]
    /// Number of names that are finished or have failed.
    private(set) var done = 0 { didSet { (part, parts) = (0, []) } }
    /// Number of files of the current name that are finished, of an export to several.
    var part = 0
    /// The files of the current name, of an export that has begun.
    var parts: [ExportPart] = []
    /// Names that failed, with the errors.
    var failures: [(name: String, error: CatalogueError)] = []
    /// Files in imported folders that were left alone, with the reasons.
    var skipped: [(path: String, reason: StoredText)] = []
    /// Contents that were imported into the library, before this operation and by it; nil before the first file.
    var imported: ImportedContents?
    /// Number of files whose contents were imported before.
    var twins = 0
    /// Paths that were found in imported folders.
    var found: Set<String> = []
    /// Names that are finished, as they are called now; used only if there are no items.
    private(set) var finished: [String] = []
    /// Items of the reply.
    var items: [Fields] = []
    /// New name of the recording that was renamed, copied or imported last.
    var newName: String?
    /// Fields of the reply besides the items.
    var reply: Fields = [:]
    /// Warnings of the reply, in their order.
    var warnings: [String] = []
    /// Lines of the list about the problems that a check or a recovery has found.
    var findings: [String] = []
    /// Number of faults that a recovery could not repair.
    private(set) var left = 0
    /// Bytes of disk space that were freed, or those of the files that were put back.
    private(set) var bytes: Int64 = 0

    /// Changes of files that nobody has asked for yet.
    var changes: [FileChange] = []
    let library: Library
    let reserve: Int64
    /// Files that edited recordings were rendered to.
    let renders = RenderCache()
    /// Decoded copies of files that only ffmpeg can read.
    let decodes = DecodeCache()
    /// Decoded copies of the files that are about to change, by the path of the file.
    var copies: [String: String] = [:]
    /// The recording that is loaded for playback; nil for none.
    private let loaded: String?
    /// Points of its loop.
    private let loop: LoopPoints
    /// The running take whose waveform is read; nil for all other work, and after the end.
    private(set) var open: OpenTake?
    /// The job on the current recording, if it takes many steps; nil otherwise.
    var job: (any PieceJob)?
    /// The request that asked for it; nil if none did.
    var request: Request?
    /// The index, for a check of identities; nil for all other work.
    var index: LibraryIndex?
    /// True after the first step.
    private var hasBegun = false
    /// Keeps the helpers that look at foreign files, and the names of the library, while the work lasts.
    private var stay: (helpers: SoundHelpers.Stay, names: NamesStay?)?

    /// Makes a queued operation; does not touch the disk.
    init(
        _ id: UInt64, _ verb: LibraryVerb, _ work: Work, _ names: [String], _ library: Library, reserve: Int64,
        loaded: String?, loop: LoopPoints, open: OpenTake? = nil
    ) {
        self.open = open
        self.id = id
        self.verb = verb
        self.work = work
        self.names = names
        self.library = library
        self.reserve = reserve
        self.loaded = loaded
        self.loop = loop
    }

    /// True if the operation has ended.
    var isOver: Bool { state != .queued && state != .running }

    /// Progress of the whole operation, 0 to 1.
    var fraction: Double {
        guard !names.isEmpty else { return isOver ? 1 : 0 }
        let files = Double(max(1, parts.count))
        return (Double(done) + (Double(part) + (job?.fraction ?? 0)) / files) / Double(names.count)
    }

    /// Name of the current recording.
    var current: String { names.indices.contains(done) ? names[done] : names.last ?? "" }

    /// Cancels the operation and removes unfinished work.
    func cancel() {
        (job, stay) = (nil, nil)
        noteFindings()
        state = .cancelled
    }

    /// Gives up all that only the work and the reply needed: a list of ended operations keeps neither files open nor replies in
    /// memory. What the list tells stays.
    func release() {
        (open, job, index, stay, imported) = (nil, nil, nil, nil, nil)
        (items, reply, copies, found) = ([], [:], [:], [])
        warnings = Array(warnings.prefix(Self.mostNamed))
    }

    /// Does one small part. Blocks briefly. True if the operation has ended.
    func step() -> Bool {
        guard !isOver else { return true }
        state = .running
        if stay == nil { stay = (SoundHelpers.Stay(), names.count > 1 || isRecovery ? NamesStay(library) : nil) }
        do throws(StorageError) {
            if !hasBegun {
                hasBegun = true
                try begin()
            } else if done < names.count, try treat(names[done]) {
                let told = [failures.last?.name, skipped.last?.path]
                // Names that differ in their bytes alone are two.
                if !told.contains(where: { $0?.utf8.elementsEqual(names[done].utf8) == true }) {
                    finished.append(newName ?? names[done])
                }
                done += 1
            }
        } catch {
            let name = done < names.count ? names[done] : library.folder
            failures.append((name, .storage(library.told(error, of: name))))
            job = nil
            done += 1
        }
        guard done >= names.count else { return false }
        stay = nil
        noteFindings()
        state = failures.isEmpty ? .done : .failed
        return true
    }

    /// True for a recovery, which finds its names itself.
    private var isRecovery: Bool { if case .recover = work { true } else { false } }

    /// Prepares a recovery, or the check of a whole library. A part of a recovery that fails does not stop the others.
    private func begin() throws(StorageError) {
        if case .verify = work, request?.texts(.name).isEmpty == true {
            items += try library.transcriptsAlone().map { ["name": .text($0.file), "problem": .text($0.problem)] }
        }
        guard isRecovery else { return }
        attempt { () throws(StorageError) in try library.recoverLeftovers() }
        attempt { () throws(StorageError) in try library.recoverPeaks() }
        attempt { () throws(StorageError) in try library.recoverCopies() }
        names = try (library.sidecars() + library.lostSidecars() + library.bareRecordings()).sorted()
    }

    /// Runs one part of a recovery and notes its result.
    private func attempt(_ part: () throws(StorageError) -> [RecoveryNote]) {
        do throws(StorageError) { tell(try part()) } catch { failures.append((library.folder, .storage(error))) }
    }

    /// Does the next part of the work on one name. True if that name is finished.
    private func treat(_ name: String) throws(StorageError) -> Bool {
        switch work {
        case .tag(let adding, let removing):
            try library.updateRecording(name) { (recording) throws(StorageError) in
                recording.retag(adding: adding, removing: removing)
            }
        case .favourite(let isFavourite):
            try library.updateRecording(name) { (recording) throws(StorageError) in recording.isFavourite = isFavourite }
        case .describe(let description):
            var refusal: CatalogueError?
            try library.updateRecording(name) { (recording) throws(StorageError) in
                let before = recording
                do throws(CatalogueError) { try description.apply(to: &recording) } catch {
                    (recording, refusal) = (before, error)
                }
            }
            if let refusal { failures.append((name, refusal)) }
        case .rename(let target):
            noteCopies(name)
            let files = try library.renameRecording(name, to: target)
            changes.append(.renamed(name: name, to: target, files: files))
            moveCopies(files)
            renders.leave(name, for: target, in: library)
            newName = target
        case .copy(let target): return try copyOn(name, target)
        case .delete:
            noteCopies(name)
            let id = try library.deleteRecording(name)
            removeCopies(all: true)
            changes.append(.deleted(name: name, id: id.description))
            renders.forget(name, in: library)
        case .edit(let edit): try change(name, edit)
        case .turning(let isRedo): try turn(name, isRedo: isRedo)
        case .verify(let deep): return try check(name, deep: deep)
        case .recover:
            if let note = try library.recoverRecording(name) { tell([note]) } else { tell(try library.leftFaults(name)) }
        case .peaks(let query): return try draw(name, query)
        case .silences(let section, let query): return try listen(name, section, query)
        case .analysing(let options): return try analyse(name, options)
        case .importing(let options, let isRecursive): return try bring(name, options, isRecursive: isRecursive)
        case .exporting(let options): return try export(name, options)
        case .rendering: return try render(name)
        case .flattening(let isForgetting): return try flatten(name, isForgetting: isForgetting)
        case .delivering(let options): return try deliver(name, options)
        case .transcribing(let options, let section): return try transcribe(name, options, section)
        case .readingTranscript(let path): return try readTranscript(name, from: path)
        case .writingTranscript(let writing): try writeTranscript(name, writing)
        case .answering(let writing): try answer(name, writing)
        case .restoring: bytes = bytes.boundedSum(try restore(name))
        case .discarding: bytes = bytes.boundedSum(try discard(name))
        case .relinking(let path, let isForced): return try relink(name, to: path, isForced: isForced)
        case .clean(let isForgetting):
            noteCopies(name)
            let cleaning = try library.cleanRecording(name, isForgetting: isForgetting)
            items += cleaning.files.map { ["name": .text(name), "file": .text($0)] }
            bytes = bytes.boundedSum(cleaning.bytes)
            removeCopies()
            // A file rendered before an edit holds what the edit took away.
            if isForgetting { renders.forget(name, in: library) }
        }
        return true
    }

    /// Applies an edit to a recording. A refused edit is noted as a failure.
    private func change(_ name: String, _ edit: RecordingEdit) throws(StorageError) {
        try library.refuseOpenTake(name)
        var refusal: CatalogueError?
        var edited: Fields?
        try library.updateRecording(name) { (recording) throws(StorageError) in
            do throws(CatalogueError) {
                let fields = try edit.apply(to: &recording, loop: points(of: name))
                edited = fields + RecordingReport.files(recording, library)
            } catch {
                refusal = error
            }
        }
        // An edit that cannot be written has no item.
        if let edited { items = [edited] }
        if let refusal { failures.append((name, refusal)) }
        tellDiary(name)
    }

    /// Undoes or redoes an edit of a recording. A refusal is noted as a failure.
    private func turn(_ name: String, isRedo: Bool) throws(StorageError) {
        try library.refuseOpenTake(name)
        let (recording, edit) = try library.turn(name, isRedo: isRedo)
        do throws(CatalogueError) {
            let fields = try RecordingEdit.fields(recording, turned: edit, isRedo: isRedo)
            items = [fields + RecordingReport.files(recording, library)]
        } catch {
            failures.append((name, error))
        }
        tellDiary(name)
    }

    /// Adds the path of the recording's diary file to the reply of an edit.
    private func tellDiary(_ name: String) {
        if DiaryFiles.isOn, let path = library.diaryPath(name), let fields = items.first {
            items = [fields + ["diary": .text(path)]]
        }
    }

    /// Does one step of a check. True at its end.
    private func check(_ name: String, deep: Bool) throws(StorageError) -> Bool {
        try advance { () throws(StorageError) in
            VerifyJob(library, name, deep: deep)
        } whenDone: { job in
            items += job.problems.map { ["name": .text(name), "problem": .text($0)] }
            items += namesakes(of: name, job.id).map { ["name": .text(name), "problem": .text($0)] }
        }
    }

    /// Does one step of a copy. True at its end.
    private func copyOn(_ name: String, _ target: String?) throws(StorageError) -> Bool {
        try advance { () throws(StorageError) in
            try CopyJob(library, name, to: target, reserve: reserve)
        } whenDone: { job in
            newName = job.name
            warnOfMissing(job.recording)
        }
    }

    /// Points of the loop in a recording; none unless it is the loaded one.
    private func points(of name: String) -> LoopPoints { name == loaded ? loop : LoopPoints() }

    /// Frames of a section of a recording, once at the begin of its work. Nil after noting a failure when the section is not in
    /// the recording.
    func frames(_ section: TimelineSection, of recording: Recording) -> Range<Int64>? {
        do throws(CatalogueError) {
            return try section.range(in: recording, points(of: recording.name))
        } catch {
            failures.append((recording.name, error))
            return nil
        }
    }

    /// Does one step of a rendering. True at its end.
    private func render(_ name: String) throws(StorageError) -> Bool {
        try advance { () throws(StorageError) in
            try RenderJob(library, name, renders, reserve: reserve)
        } whenDone: { job in
            items.append(["name": .text(name), "path": .text(job.path), "seconds": .double(job.seconds)])
            warnOfMissing(job.recording)
        }
    }

    /// Does one step of a delivery. True at its end.
    private func deliver(_ name: String, _ options: DeliverJob.Options) throws(StorageError) -> Bool {
        if job == nil { noteCopies(name) }
        return try advance { () throws(StorageError) in
            try DeliverJob(library, name, options, reserve: reserve)
        } whenDone: { job in
            items.append(["name": .text(name), "path": .text(job.path), "seconds": .double(job.seconds)] + job.fields)
            warnOfMissing(job.recording)
            guard options.isDiscarding else { return }
            removeCopies()
            changes.append(.replaced(name: name))
        }
    }

    /// Gives the changes of files since the last call.
    func takeChanges() -> [FileChange] {
        defer { changes = [] }
        return changes
    }

    /// Does one step of the current job, after making the job if there is none. True at the job's end.
    func advance<Job: PieceJob>(
        _ begin: () throws(StorageError) -> Job, whenDone: (Job) -> Void
    ) throws(StorageError) -> Bool {
        let job: Job
        if let begun = self.job as? Job { job = begun } else { job = try begin() }
        self.job = job
        guard try job.step() else { return false }
        self.job = nil
        whenDone(job)
        return true
    }

    /// Adds the notes of a recovery as items.
    private func tell(_ notes: [RecoveryNote]) {
        left += notes.filter { [.left, .lost].contains($0.action) }.count
        items += notes.map {
            ["name": .text($0.name), "action": .text($0.action.rawValue), "words": .text($0.words)]
        }
    }
}
