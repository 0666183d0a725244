// One operation on recordings, a step at a time. One thread at a time (library worker or terminal); a step blocks for a moment.
import Dictation
import Storage

/// Something that is done to one recording after the other, a step at a time, so that its thread can do other things in
/// between, say how far it is, and give it up.
final class Operation {
    enum Work: Hashable {
        case tag(adding: [String], removing: [String])
        case describe(title: String?, note: String?)
        case rename(to: String)
        case copy(to: String?)
        case delete
        case edit(RecordingEdit)
        case verify(deep: Bool)
        case recover
        case peaks(PeakQuery)
        /// What it is done to are paths.
        case importing(ImportJob.Options)
        case exporting(ExportOptions)
        case delivering(DeliverJob.Options)
        case clean(isForgetting: Bool)
    }

    enum State: String { case queued, running, done, failed, cancelled }

    let id: UInt64
    let verb: LibraryVerb
    let work: Work
    private(set) var state = State.queued
    /// What it is done to; `recover` finds that out when it begins.
    private(set) var names: [String]
    private(set) var done = 0
    private(set) var failures: [(name: String, error: CatalogueError)] = []
    /// Names it is done with, as they are called now; not told where there are items.
    private(set) var finished: [String] = []
    /// What there is to tell, an item each.
    private(set) var items: [Fields] = []
    /// What a recording is called that was renamed or copied.
    private(set) var newName: String?
    /// More to say than the items.
    private(set) var reply: Fields = [:]
    /// Bytes of room that were got back.
    private(set) var freed: Int64 = 0

    private let library: Library
    private let reserve: Int64
    /// What is done to the one at work, where that takes long.
    var job: (any PieceJob)?
    private var hasBegun = false

    init(
        _ id: UInt64, _ verb: LibraryVerb, _ work: Work, _ names: [String], _ library: Library, reserve: Int64
    ) {
        self.id = id
        self.verb = verb
        self.work = work
        self.names = names
        self.library = library
        self.reserve = reserve
    }

    var isOver: Bool { state != .queued && state != .running }

    /// 0 to 1.
    var fraction: Double {
        guard !names.isEmpty else { return isOver ? 1 : 0 }
        return (Double(done) + (job?.fraction ?? 0)) / Double(names.count)
    }

    /// Name of the recording at work.
    var current: String { names.indices.contains(done) ? names[done] : names.last ?? "" }

    /// Every name that nobody else may change meanwhile.
    var claims: Set<String> {
        var claims = Set(names)
        switch work {
        case .importing(let options): return options.name.map { [$0] } ?? []
        case .rename(let name): claims.insert(name)
        case .copy(let name): if let name { claims.insert(name) }
        case .tag, .describe, .delete, .edit, .verify, .recover, .peaks, .exporting, .delivering, .clean: break
        }
        return claims
    }

    /// Whether it changes anything.
    var isChange: Bool {
        switch work {
        case .verify, .peaks, .exporting: false
        default: true
        }
    }

    func cancel() {
        job = nil
        state = .cancelled
    }

    /// Blocks for one small thing. True when there is nothing more to do.
    func step() -> Bool {
        guard !isOver else { return true }
        state = .running
        do throws(StorageError) {
            if !hasBegun {
                hasBegun = true
                try begin()
            } else if done < names.count, try treat(names[done]) {
                if failures.last?.name != names[done] { finished.append(newName ?? names[done]) }
                done += 1
            }
        } catch {
            failures.append((done < names.count ? names[done] : library.folder, .storage(error)))
            job = nil
            done += 1
        }
        guard done >= names.count else { return false }
        state = failures.isEmpty ? .done : .failed
        return true
    }

    /// One part that cannot be done keeps none of the others from being done.
    private func begin() throws(StorageError) {
        guard case .recover = work else { return }
        attempt { () throws(StorageError) in try library.recoverLeftovers() }
        attempt { () throws(StorageError) in try library.recoverPeaks() }
        names = try library.sidecars()
    }

    private func attempt(_ part: () throws(StorageError) -> [RecoveryNote]) {
        do throws(StorageError) { tell(try part()) } catch { failures.append((library.folder, .storage(error))) }
    }

    /// True when it is done with this one.
    private func treat(_ name: String) throws(StorageError) -> Bool {
        switch work {
        case .tag(let adding, let removing):
            try library.updateRecording(name) { (recording) throws(StorageError) in
                recording.retag(adding: adding, removing: removing)
            }
        case .describe(let title, let note):
            try library.updateRecording(name) { (recording) throws(StorageError) in
                if let title { recording.title = title }
                if let note { recording.note = note }
            }
        case .rename(let target):
            try library.renameRecording(name, to: target)
            newName = target
        case .copy(let target): return try copyOn(name, target)
        case .delete: try library.deleteRecording(name)
        case .edit(let edit): try change(name, edit)
        case .verify(let deep):
            items += try library.verify(name, deep: deep).map { ["name": .text(name), "problem": .text($0)] }
        case .recover: tell(try library.recoverRecording(name).map { [$0] } ?? [])
        case .peaks(let query): return try draw(name, query)
        case .importing(let options): return try bring(name, options)
        case .exporting(let options): return try export(name, options)
        case .delivering(let options): return try deliver(name, options)
        case .clean(let isForgetting):
            let cleaning = try library.cleanRecording(name, isForgetting: isForgetting)
            items += cleaning.files.map { ["name": .text(name), "file": .text($0)] }
            freed = freed.boundedSum(cleaning.bytes)
        }
        return true
    }

    private func change(_ name: String, _ edit: RecordingEdit) throws(StorageError) {
        try library.refuseOpenTake(name)
        var refusal: CatalogueError?
        try library.updateRecording(name) { (recording) throws(StorageError) in
            do throws(CatalogueError) {
                var fields = try edit.apply(to: &recording)
                if let first = recording.segments.first { fields.append("path", .text(library.path(of: first.file))) }
                items = [fields]
            } catch {
                refusal = error
            }
        }
        if let refusal { failures.append((name, refusal)) }
    }

    private func copyOn(_ name: String, _ target: String?) throws(StorageError) -> Bool {
        try advance { () throws(StorageError) in
            try CopyJob(library, name, to: target, reserve: reserve)
        } whenDone: { job in
            newName = job.name
        }
    }

    private func draw(_ name: String, _ query: PeakQuery) throws(StorageError) -> Bool {
        try advance { () throws(StorageError) in
            try query.job(library, name, reserve: reserve)
        } whenDone: { waveform in
            (reply, items) = (query.fields(waveform), query.items(waveform))
        }
    }

    private func bring(_ path: String, _ options: ImportJob.Options) throws(StorageError) -> Bool {
        try advance { () throws(StorageError) in
            try ImportJob(library, path, options, reserve: reserve)
        } whenDone: { job in
            guard let recording = job.recording else { return }
            newName = recording.name
            var fields = RecordingReport.imported(recording, from: path, library)
            if job.markersLeftOut > 0 { fields.append("markers_left_out", .int(Int64(job.markersLeftOut))) }
            items.append(fields)
        }
    }

    private func export(_ name: String, _ options: ExportOptions) throws(StorageError) -> Bool {
        try advance { () throws(StorageError) in
            try ExportJob(library, name, options, reserve: reserve, mayChooseName: options.isFolder)
        } whenDone: { job in
            items.append([
                "name": .text(job.name), "path": .text(job.path), "seconds": .double(job.seconds),
                "markers": .int(Int64(job.markersWritten)), "tagged": .flag(job.isTagged),
            ])
        }
    }

    private func deliver(_ name: String, _ options: DeliverJob.Options) throws(StorageError) -> Bool {
        try advance { () throws(StorageError) in
            try DeliverJob(library, name, options, reserve: reserve)
        } whenDone: { job in
            items.append(["name": .text(name), "path": .text(job.path), "seconds": .double(job.seconds)])
        }
    }

    /// One piece of what takes long; begun where nothing is at work.
    private func advance<Job: PieceJob>(
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

    private func tell(_ notes: [RecoveryNote]) {
        items += notes.map {
            ["name": .text($0.name), "action": .text($0.action.rawValue), "words": .text($0.words)]
        }
    }
}
