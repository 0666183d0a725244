// The verb `render`: one file with all that is heard. One owner at a time; each step blocks briefly.
import Dictation
import Storage

/// Finds or makes the file that sounds as a recording does.
///
/// A recording of one whole file has that file. Any other is exported to the cache of renderings, in its own format, unless
/// the cache has it already.
final class RenderJob: PieceJob {
    let recording: Recording
    private let cache: RenderCache
    /// The export; nil if there is nothing to make.
    private let job: ExportJob?
    /// The folder of the file while it is made.
    private let workplace: RenderCache.Workplace?
    /// Path of the file.
    let path: String

    /// Begins a rendering. Blocks. Throws `StorageError`, as `.busy` for a running take and `.leftOpen` for one whose
    /// engine died.
    init(_ library: Library, _ name: String, _ cache: RenderCache, reserve: Int64) throws(StorageError) {
        self.cache = cache
        try library.refuseOpenTake(name)
        recording = try library.recording(name)
        if let found = try cache.find(recording, in: library) {
            (path, job, workplace) = (found, nil, nil)
            return
        }
        let format = ExportFormat(of: recording)
        path = try cache.place(of: recording, in: library, fileExtension: format.fileExtension)
        workplace = try cache.makeFolder(for: path)
        let options = ExportOptions(rendering: format, to: path)
        job = try ExportJob(library, name, options, reserve: reserve, mayReplace: true, isOwn: true)
    }

    /// Duration of the recording in seconds.
    var seconds: Double { Double(recording.timeline.length) / Double(max(1, recording.rate)) }

    /// Progress, 0 to 1.
    var fraction: Double { job?.fraction ?? 1 }

    /// Does one small part. Blocks briefly. True if the file is there. Throws `StorageError`.
    func step() throws(StorageError) -> Bool {
        guard let job else { return true }
        guard try job.step() else { return false }
        try cache.prune(keeping: path)
        return true
    }
}
