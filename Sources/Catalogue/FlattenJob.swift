// The verb `flatten`: one file for a whole timeline. One owner at a time; each step blocks briefly.
import Dictation
internal import Messages
import Storage

/// Renders the timeline of an edited recording to one new file, which becomes its only span.
///
/// Nothing is made if one file is the whole timeline already. The earlier edits can be brought back by undo; with
/// `isForgetting` the new file is all that is left. The file is lossless, so that what is heard stays the same;
/// files that hold more than what is heard are not given up.
final class FlattenJob: PieceJob {
    private enum Stage {
        /// The files that are heard are checked, so that no damage becomes the only sound.
        case checking(VerifyJob)
        case exporting(ExportJob)
        /// Everything but the one file is given up.
        case forgetting
        case drawing(PeakScan)
        case done
    }

    private let library: Library
    let recording: Recording
    private let isForgetting: Bool
    private let reserve: Int64
    private var stage: Stage
    /// Keeps the result of the change, which the export makes.
    private let outcome = Outcome()
    /// True if one file is the timeline already.
    let isFlat: Bool

    /// The result of the change.
    private final class Outcome {
        var flattening: Library.Flattening?
    }

    /// Begins to flatten a recording. Blocks. Throws `StorageError`, as `.busy` for a running take and `.leftOpen` for one whose
    /// engine died.
    init(_ library: Library, _ name: String, isForgetting: Bool, reserve: Int64) throws(StorageError) {
        (self.library, self.isForgetting, self.reserve) = (library, isForgetting, reserve)
        try library.refuseOpenTake(name)
        let recording = try library.recording(name)
        self.recording = recording
        let isSilent = recording.timeline.length == 0
        isFlat = isSilent || recording.wholeSegment.map { $0.rate == recording.rate } == true
        guard !isSilent, isForgetting || !isFlat else {
            stage = .done
            return
        }
        // An obstacle to the last step is told before the first.
        if isForgetting { _ = try library.namedByOthers([], than: name) }
        if isForgetting, !isFlat {
            try library.refuseLoss(of: recording)
            try library.refuseCoarsening(of: recording)
        }
        if !isFlat {
            try library.refuseLongTranscript(
                flattening: recording, isForgetting: isForgetting,
                fileExtension: ExportFormat(flattening: recording).fileExtension)
        }
        // Files that are about to be deleted are read to their end first.
        stage = .checking(VerifyJob(library, name, deep: isForgetting, heardOnly: true))
    }

    /// Begins to render the timeline.
    private func export() throws(StorageError) -> ExportJob {
        let (library, before, outcome, isForgetting) = (library, recording, outcome, isForgetting)
        let format = ExportFormat(flattening: before)
        let file = "\(before.name).\(format.fileExtension)"
        return try ExportJob(
            library, before.name, ExportOptions(rendering: format, to: library.path(of: file)), reserve: reserve,
            mayReplace: true, isOwn: true
        ) { (hidden, job) throws(StorageError) in
            guard job.frames == before.timeline.length else {
                let (made, all) = (job.frames, before.timeline.length)
                throw .notVerified(
                    path: job.path,
                    reason: tr(all, "\(made) of \(all) frame was rendered", "\(made) of \(all) frames were rendered"))
            }
            let segment = before.flattened(as: file, job.format, peaks: job.peaks)
            outcome.flattening = try library.flatten(hidden, as: segment, of: before, isForgetting: isForgetting)
        }
    }

    /// Progress, 0 to 1.
    var fraction: Double {
        switch stage {
        case .checking(let job): shares.fraction(0, job.fraction)
        case .exporting(let job): shares.fraction(1, job.fraction)
        case .drawing(let scan): shares.fraction(2, scan.fraction)
        case .forgetting: shares.fraction(2, 0)
        case .done: 1
        }
    }

    /// Costs of the check, which reads all frames only before files are deleted, of the export and of the waveform.
    private var shares: WorkShares {
        let kind = ExportFormat(flattening: recording).container
        let frames = Double(recording.timeline.length)
        let check = isForgetting ? recording.readingCost : 0
        guard !isFlat else { return WorkShares([check, 0, 0]) }
        // Before the export begins, its cost is that of rendering and writing.
        let export = frames * (FrameCost.rendering + FrameCost.writing(kind) + FrameCost.reading(kind))
        return WorkShares([check, export, frames * FrameCost.reading(kind)])
    }

    /// Does one small part. Blocks briefly. True if the recording is flat. Throws `StorageError`.
    func step() throws(StorageError) -> Bool {
        switch stage {
        case .checking(let job):
            guard try job.step() else { return false }
            guard job.problems.isEmpty else {
                throw .damaged(name: recording.name, reason: job.problems.joined(separator: "; "))
            }
            stage = isFlat ? .forgetting : .exporting(try export())
        case .exporting(let job):
            guard try job.step() else { return false }
            stage = .done
            if let file = outcome.flattening?.segment.file { draw(file) }
        case .forgetting:
            outcome.flattening = try library.forgetUnheard(of: recording)
            stage = .done
        case .drawing(let scan):
            do throws(StorageError) {
                if try scan.step() { stage = .done }
            } catch {
                // The waveform is made when it is next needed.
                stage = .done
            }
        case .done: return true
        }
        return false
    }

    /// Begins to measure the waveform of the new file. The recording is flat already.
    private func draw(_ file: String) {
        do throws(StorageError) { stage = .drawing(try PeakScan(library, file)) } catch {
            // The waveform is made when it is next needed.
        }
    }

    /// True if other files hold the audio now than before.
    var hasReplaced: Bool { outcome.flattening != nil }

    /// Fields of the reply.
    var fields: Fields {
        let result = outcome.flattening
        let segment = result?.segment ?? recording.wholeSegment
        var fields: Fields = [
            "name": .text(recording.name), "path": .text(segment.map { library.path(of: $0.file) } ?? ""),
            "seconds": .double(Double(recording.timeline.length) / Double(max(1, recording.rate))),
            "bytes": .int(segment?.bytes ?? 0), "flattened": .flag(!isFlat),
        ]
        if let result { fields.append("freed_bytes", .int(result.freed)) }
        fields.append("hint", .text(hint(result)))
        return fields
    }

    /// The result as a sentence.
    private func hint(_ result: Library.Flattening?) -> String {
        let name = recording.name
        guard let result else {
            return recording.timeline.length == 0
                ? tr("\(name) has no sound") : tr("\(name) is one file already; nothing was changed")
        }
        guard !isForgetting else {
            guard !result.files.isEmpty else { return tr("\(name) is one file, and nothing else could be freed") }
            return tr("\(name) is one file now; files deleted: \(result.files.count), room freed: \(ByteSize(result.freed))")
        }
        return tr(
            "\(name) is one file now; 'dicta undo \(name.shellWord)' brings the edits back, and 'dicta flatten \(name.shellWord)"
                + " --forget' gives them up and frees \(ByteSize(result.unheard))")
    }
}
