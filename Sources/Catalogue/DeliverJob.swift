// Room: Catalogue. One thread (the library worker, or the terminal alone); each step blocks for a moment only.
import Dictation
import Storage

/// A recording as AAC beside its own files (`NAME.m4a`), made of what was recorded and read back. Only then, and only where
/// that is asked for, the m4a takes their place.
final class DeliverJob: PieceJob {
    struct Options: Hashable {
        var export: ExportOptions
        /// The recording's own files go once the new one is verified.
        var isDiscarding: Bool
    }

    private let library: Library
    private let name: String
    private let options: Options
    private let job: ExportJob
    /// What it was made of: nothing goes that has changed since.
    private let recording: Recording
    var path: String { job.path }
    var seconds: Double { job.seconds }

    init(_ library: Library, _ name: String, _ options: Options, reserve: Int64) throws(StorageError) {
        self.library = library
        self.name = name
        self.options = options
        recording = try library.recording(name)
        job = try ExportJob(library, name, options.export, reserve: reserve)
        guard !options.isDiscarding || job.rate == recording.rate else {
            throw .refusedFormat(
                path: job.path, reason: "AAC has no \(recording.rate) Hz, and the places of markers would be lost with the rest")
        }
    }

    var fraction: Double { job.fraction }

    func step() throws(StorageError) -> Bool {
        guard try job.step() else { return false }
        if options.isDiscarding {
            try library.replaceAudio(of: recording, with: job.path)
        } else {
            try library.noteDelivery(job.path, of: name)
        }
        return true
    }
}
