// One thread (the library worker, or the terminal alone); each step blocks for a moment only.
import Dictation
import Storage

/// A recording as AAC beside its own files (`NAME.m4a`), made of what was recorded and read back. Only then, and only where
/// that is asked for, the m4a takes their place. Asked for again it is made anew of what the recording is now; of one whose audio
/// is that m4a already there is nothing to make.
final class DeliverJob: PieceJob {
    struct Options: Hashable {
        var export: ExportOptions
        /// The recording's own files go once the new one is verified.
        var isDiscarding: Bool
    }

    /// Nil where there is nothing to make.
    private let job: ExportJob?
    /// What it was made of: nothing goes that has changed since.
    private let recording: Recording
    let path: String
    var seconds: Double { Double(recording.timeline.length) / Double(max(1, recording.rate)) }

    init(_ library: Library, _ name: String, _ options: Options, reserve: Int64) throws(StorageError) {
        recording = try library.recording(name)
        path = options.export.path(name)
        let file = "\(name).\(options.export.format.fileExtension)"
        if let own = recording.segment(file) {
            // Edited since, it would have to take its own place.
            guard recording.timeline.spans == [own.span] else { throw .inTheWay(path: path) }
            job = nil
            return
        }
        let isOurs = recording.delivered == file
        guard isOurs || !Library.isThere(path) else { throw .inTheWay(path: path) }
        let (made, isDiscarding) = (recording, options.isDiscarding)
        let job = try ExportJob(library, name, options.export, reserve: reserve, mayReplace: isOurs) {
            (hidden) throws(StorageError) in
            try library.deliver(hidden, as: file, of: made, isDiscarding: isDiscarding)
        }
        self.job = job
        guard !options.isDiscarding || job.rate == recording.rate else {
            throw .refusedFormat(
                path: job.path, reason: "AAC has no \(recording.rate) Hz, and the places of markers would be lost with the rest")
        }
    }

    var fraction: Double { job?.fraction ?? 1 }

    func step() throws(StorageError) -> Bool {
        guard let job else { return true }
        return try job.step()
    }
}
