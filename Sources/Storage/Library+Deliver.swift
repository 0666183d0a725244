// Room: Storage. One thread (the library worker); blocks on the disk.
public import Dictation

extension Library {
    /// Blocks. A recording whose audio is not found by its name: it lies elsewhere, or only ffmpeg reads it. Nil for others.
    public func recordingElsewhere(_ name: String) throws(StorageError) -> Recording? {
        guard !name.contains("/") else { return nil }
        let name = Self.spelling(of: name, among: try Folder.names(in: folder))
        guard exists("\(name).json") else { return nil }
        let recording: Recording
        do throws(StorageError) { recording = try readRecording(name) } catch .badMetadata { return nil }
        guard let first = recording.segments.first, first.isReference || !Self.isAudio(first.file) else { return nil }
        return recording
    }

    /// Blocks until it is on the disk. From here on the file goes where the recording goes.
    public func noteDelivery(_ path: String, of name: String) throws(StorageError) {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        try updateRecording(name) { (recording) throws(StorageError) in recording.delivered = file }
    }

    /// Blocks until it is on the disk. A verified file of this library, as long as the recording, takes the place of all its
    /// own: they go, and what was edited cannot be undone any more. A recording that is another than `before` by now is left
    /// as it is.
    public func replaceAudio(of before: Recording, with path: String) throws(StorageError) {
        let lock = try LibraryLock(self)
        let name = before.name
        try refuseOpenTake(name)
        var (recording, own) = try contents(of: name)
        guard recording.timeline == before.timeline, let first = recording.segments.first else { throw .busy(name: name) }
        let file = path.split(separator: "/").last.map(String.init) ?? path
        var segment = Segment(
            file: file, created: first.created, container: "m4a", encoding: "aac", rate: recording.rate,
            channels: recording.segments.map(\.channels).max() ?? 2)
        segment.frames = recording.timeline.length
        segment.bytes = try FileStatus(of: path).bytes
        segment.startFrame = first.startFrame
        segment.inputLatency = first.inputLatency
        segment.peaks = first.peaks
        segment.endReason = recording.segments.last?.endReason
        let isWhole = recording.segments.count == 1 && recording.timeline.spans == [first.span]
        if isWhole { adoptPeaks(of: first, for: segment) }
        recording.segments = [segment]
        recording.edits = EditHistory(Arrangement(Timeline([segment.span]), markers: recording.markers))
        recording.delivered = ""
        var intent = Intent(name: name)
        intent.sidecars = [.init(file: "\(name).json", text: String(decoding: try text(of: recording), as: UTF8.self))]
        intent.removals = own.filter { $0 != file }
        try carryOut(intent, lock)
        for file in intent.removals { removePeaks(file) }
    }

    /// The same sound in another file has the same waveform, which only ffmpeg could draw again.
    private func adoptPeaks(of old: Segment, for new: Segment) {
        do throws(StorageError) {
            guard let file = try openPeaks(of: old) else { return }
            var layout = file.layout
            let status = try FileStatus(of: path(of: new.file))
            (layout.stamp.bytes, layout.stamp.modified) = (status.bytes, status.modified.mark)
            layout.stamp.channels = new.channels
            var bytes = try Self.contents(of: peakPath(of: old.file))
            bytes.replaceSubrange(..<PeakLayout.headerBytes, with: layout.header)
            try Self.replace(peakPath(of: new.file), with: bytes)
        } catch {
            // There is none then.
        }
    }
}
