// Makes one file the whole timeline of a recording. One owner at a time; blocks on the disk.
public import Dictation
import System

extension Library {
    /// Result of a flattening.
    public struct Flattening: Sendable {
        /// The segment that is the timeline now.
        public var segment: Segment
        /// Names of the deleted files.
        public var files: [String] = []
        /// Bytes that were freed.
        public var freed: Int64 = 0
        /// Bytes of the files that only undo needs.
        public var unheard: Int64 = 0
    }

    /// Makes a verified file without a name, which sounds as the timeline does, the timeline's only segment, as a step that can be
    /// undone. With `isForgetting` it becomes the recording's only file and there is nothing to undo; files that another
    /// recording names stay. Blocks until the change is on the disk; all of it takes effect or none. Throws `busy` when the
    /// timeline differs from that of `before`, and `inTheWay` when a file that stays has the name of the only one.
    public func flatten(
        _ hidden: TemporaryFile, as segment: Segment, of before: Recording, isForgetting: Bool
    ) throws(StorageError) -> Flattening {
        // The intent must find the file. Recovery removes a staged file that no intent names.
        let lock = try LibraryLock(self)
        let staged = Self.hiddenName(".dicta-flat-")
        // The intent needs the file until it is finished or undone.
        var isNeeded = false
        defer { if !isNeeded { Folder.removeQuietly(path(of: staged)) } }
        File.close(try hidden.takeFresh(name: Place(path(of: staged))))
        var (recording, own) = try unchanged(before)
        var segment = segment
        let fresh = try freshSegmentPath(of: recording, fileExtension: Self.splitName(segment.file).fileExtension)
        segment.file = fresh.droppingBytes(first: folder.utf8.count + 1)
        segment.bytes = try FileStatus(of: path(of: staged)).bytes
        segment.prompt = recording.prompt
        recording.placeAnswers(in: segment.file, at: Timestamp.now.iso8601)
        recording.segments.append(segment)
        // The sound stays the same, and so do its figures.
        let isAnalysed = recording.analysis?.isCurrent(for: recording) == true
        recording.edits.flatten(to: Timeline([segment.span]))
        let mark = recording.timelineMark
        if isAnalysed { recording.analysis?.mark = mark }
        var intent = Intent(name: before.name)
        intent.moves = [.init(from: staged, to: segment.file)]
        if isForgetting { try keepOnly(segment, of: &recording, own, &intent) }
        do throws(StorageError) { return try carryOut(before, recording, own, intent, lock) } catch {
            isNeeded = error.isHalfDone
            throw error
        }
    }

    /// Deletes everything of a recording but the one file that is its timeline, and gives up undo. Blocks until the change is on
    /// the disk; all of it takes effect or none. Throws `busy` when the timeline differs from that of `before`.
    public func forgetUnheard(of before: Recording) throws(StorageError) -> Flattening {
        let lock = try LibraryLock(self)
        var (recording, own) = try unchanged(before)
        guard let segment = recording.wholeSegment else { throw .busy(name: before.name) }
        var intent = Intent(name: before.name)
        try keepOnly(segment, of: &recording, own, &intent)
        return try carryOut(before, recording, own, intent, lock)
    }

    /// The recording as it is on the disk, with its own files. Throws `busy` when its timeline has changed since `before`.
    private func unchanged(_ before: Recording) throws(StorageError) -> (Recording, own: [String]) {
        try refuseOpenTake(before.name)
        let (recording, own) = try contents(of: before.name)
        guard recording.timeline == before.timeline else { throw .busy(name: before.name) }
        return (recording, own)
    }

    /// Leaves a recording only one segment, whose file gets the recording's name, by which it is found.
    private func keepOnly(
        _ segment: Segment, of recording: inout Recording, _ own: [String], _ intent: inout Intent
    ) throws(StorageError) {
        let isNew = !intent.moves.isEmpty
        let before = recording.segments
        if !isNew { try refuseDamaged(segment, of: recording.name) }
        recording.edits.forget()
        recording.segments = [segment]
        let others = try namedByOthers(Set(own + [recording.delivered, segment.file]), than: recording.name)
        intent.removals = own.filter { $0 != segment.file && !others.contains($0) }
        try refuseLoss(of: intent.removals, in: before, name: recording.name)
        try refuseCoarsening(of: intent.removals, in: before, name: recording.name)
        // The delivered file holds what was given up.
        let delivered = recording.delivered
        if hasDelivered(recording, try Folder.names(in: folder)), delivered != segment.file, !others.contains(delivered),
            !intent.removals.contains(delivered)
        {
            intent.removals.append(delivered)
        }
        recording.delivered = ""
        let (base, ending) = Self.splitName(segment.file)
        guard isNew || own.contains(segment.file) && !others.contains(segment.file), base != recording.name else { return }
        let target = "\(recording.name).\(ending)"
        guard !exists(target) || intent.removals.contains(target) else { throw .inTheWay(path: path(of: target)) }
        intent.moves = [.init(from: intent.moves.first?.from ?? segment.file, to: target)]
        recording = recording.withFiles { $0 == segment.file ? target : $0 }
    }

    /// Throws `holdsMore` if a file of a recording has more than the two channels that are heard.
    public func refuseLoss(of recording: Recording) throws(StorageError) {
        try refuseLoss(
            of: recording.segments.filter { !$0.isReference }.map(\.file), in: recording.segments, name: recording.name)
    }

    /// Throws `holdsMore` if a file that would be deleted has more than the two channels that are heard.
    func refuseLoss(of files: [String], in segments: [Segment], name: String) throws(StorageError) {
        guard let wide = segments.first(where: { $0.channels > 2 && files.contains($0.file) }) else { return }
        throw .holdsMore(name: name, file: wide.file, channels: wide.channels)
    }

    /// Throws `holdsFiner` if a file of a recording has samples finer than what is heard of it.
    public func refuseCoarsening(of recording: Recording) throws(StorageError) {
        try refuseCoarsening(
            of: recording.segments.filter { !$0.isReference }.map(\.file), in: recording.segments, name: recording.name)
    }

    /// Throws `holdsFiner` if a file that would be deleted has samples finer than what is heard, which is kept. The lowest bits are
    /// rounded away where it is read.
    private func refuseCoarsening(of files: [String], in segments: [Segment], name: String) throws(StorageError) {
        for segment in segments where files.contains(segment.file) {
            if let bits = segment.finerBits { throw .holdsFiner(name: name, file: segment.file, bits: bits) }
        }
    }

    /// Carries out the change. Waveforms and the transcript follow their files.
    private func carryOut(
        _ before: Recording, _ recording: Recording, _ own: [String], _ intent: Intent, _ lock: borrowing LibraryLock
    ) throws(StorageError) -> Flattening {
        var intent = intent
        guard let segment = recording.wholeSegment else { throw .busy(name: recording.name) }
        var result = Flattening(segment: segment, files: intent.removals)
        for file in own where file != segment.file && !intent.moves.contains(where: { $0.from == file }) {
            let bytes = try FileStatus(of: path(of: file)).bytes
            if intent.removals.contains(file) {
                result.freed = result.freed.boundedSum(bytes)
            } else {
                result.unheard = result.unheard.boundedSum(bytes)
            }
        }
        let extra = intent.removals.filter { !own.contains($0) }
        for file in extra { result.freed = result.freed.boundedSum(try FileStatus(of: path(of: file)).bytes) }
        // A new file may take the place of a removed one.
        if intent.removals.contains(segment.file) {
            result.freed = result.freed.boundedSum(try FileStatus(of: path(of: segment.file)).bytes)
        }
        intent.sidecars = [.init(file: "\(recording.name).json", text: String(decoding: try text(of: recording), as: UTF8.self))]
        try carryTranscript(of: before, into: segment, recording, &intent)
        try carryOut(intent, lock)
        for file in intent.removals { removePeaks(file) }
        for move in intent.moves where own.contains(move.from) { movePeaks(move.from, to: move.to) }
        return result
    }
}

extension Segment {
    /// The bits of a sample, where they are more than the 24 of the floats that are heard; else nil.
    fileprivate var finerBits: Int? {
        // By libsndfile's names, and by those of ffmpeg for files that only it can read: their floats are decoded to 24 bits.
        if encoding == "pcm32" || encoding.contains("32 bit") { return 32 }
        if ["pcm_s32", "pcm_u32", "pcm_f32"].contains(where: encoding.hasPrefix) { return 32 }
        return encoding == "double" || encoding.hasPrefix("pcm_f64") || encoding.hasPrefix("pcm_s64") ? 64 : nil
    }
}
