// The verb `deliver`: AAC beside the original. One owner at a time; each step blocks briefly.
import Dictation
internal import Messages
import Storage

/// Makes an AAC copy (`NAME.m4a`) beside a recording's own files, and verifies it by reading it back. Only then, and only on
/// request, the copy replaces the originals. A repeated delivery makes the copy again from the present timeline. Nothing is
/// made if the m4a already is the recording's audio.
final class DeliverJob: PieceJob {
    /// Options of a delivery.
    struct Options: Hashable {
        /// Format and folder of the copy.
        var export: ExportOptions
        /// True if the original files are deleted after the copy is verified.
        var isDiscarding: Bool
    }

    /// The export; nil if there is nothing to make.
    private let job: ExportJob?
    /// The check of the files that are heard, before the originals are deleted; nil if it is done or not needed.
    private var checking: VerifyJob?
    /// True if the delivery has, or had, such a check.
    private var isChecked = false
    /// The recording that the copy is made of: nothing is deleted if it has changed since.
    let recording: Recording
    /// True if the copy is to have the words.
    private let wantsWords: Bool
    /// Path of the copy.
    let path: String
    /// Duration of the recording in seconds.
    var seconds: Double { Double(recording.timeline.length) / Double(max(1, recording.rate)) }

    /// Begins a delivery. Throws `StorageError`, as `.inTheWay` if another file has the copy's name.
    init(_ library: Library, _ name: String, _ options: Options, reserve: Int64) throws(StorageError) {
        recording = try library.recording(name)
        path = options.export.path(name)
        wantsWords = options.export.words != nil
        let file = "\(name).\(options.export.format.fileExtension)"
        if let own = recording.segment(file) {
            // An edited recording whose own audio has this name would overwrite its source.
            guard recording.timeline.spans == [own.span] else { throw .inTheWay(path: path) }
            job = nil
            return
        }
        if options.isDiscarding {
            try library.refuseLoss(of: recording)
            // The words go along with the sound: those that cannot be read are told before it is rendered.
            _ = try library.transcript(of: name)
        }
        let isOurs = recording.delivered == file
        guard isOurs || !Library.isThere(path) else { throw .inTheWay(path: path) }
        let (made, isDiscarding) = (recording, options.isDiscarding)
        let job = try ExportJob(library, name, options.export, reserve: reserve, mayReplace: isOurs, isOwn: true) {
            (hidden, _) throws(StorageError) in
            try library.deliver(hidden, as: file, of: made, isDiscarding: isDiscarding)
        }
        self.job = job
        guard !options.isDiscarding || job.rate == recording.rate else {
            throw .refusedFormat(
                path: job.path,
                reason: tr("AAC has no \(recording.rate) Hz, and deleting the original would lose the exact places of markers"))
        }
        isChecked = options.isDiscarding
        if isChecked { checking = VerifyJob(library, name, deep: true, heardOnly: true) }
    }

    /// Fields of the answer about the file that was made.
    var fields: Fields {
        guard let job else {
            guard wantsWords else { return [:] }
            let words = tr("\(path) is the recording's own file, which gets no words; export it with --words inside")
            return ["hint": .text(words)]
        }
        return job.findings
    }

    /// Progress, 0 to 1. Only originals that are to be deleted are checked.
    var fraction: Double {
        guard let job else { return 1 }
        let shares = WorkShares([isChecked ? recording.readingCost : 0, job.cost])
        return checking.map { shares.fraction(0, $0.fraction) } ?? shares.fraction(1, job.fraction)
    }

    /// Does one small part. Blocks briefly. True if the delivery has ended. Throws `StorageError`.
    func step() throws(StorageError) -> Bool {
        guard let job else { return true }
        guard let checking else { return try job.step() }
        guard try checking.step() else { return false }
        guard checking.problems.isEmpty else {
            throw .damaged(name: recording.name, reason: checking.problems.joined(separator: "; "))
        }
        self.checking = nil
        return false
    }
}
