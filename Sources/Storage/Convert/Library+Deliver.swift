// One thread (the library worker); blocks on the disk.
public import Dictation
import Glibc

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

    /// Blocks until it is on the disk. A verified hidden file gets its name beside the recording it was made of, and goes where that
    /// goes from here on; with `isDiscarding` it takes the place of all its own files: they go, and what was edited cannot be
    /// undone any more. All of it or nothing; a recording that is another than `before` by now is left as it is then.
    public func deliver(_ hidden: String, as file: String, of before: Recording, isDiscarding: Bool) throws(StorageError) {
        let lock = try LibraryLock(self)
        let name = before.name
        if isDiscarding { try refuseOpenTake(name) }
        var (recording, own) = try contents(of: name)
        var intent = Intent(name: name)
        // Out of the folder that the export was made in, which others clear away once this program is gone: the note has to find
        // the file. Recovery clears away one that no note names.
        let staged = Self.hiddenName(".dicta-delivered-")
        defer { Folder.removeQuietly(path(of: staged)) }
        guard unsafe rename(hidden, path(of: staged)) == 0 else {
            throw StorageError(code: errno, operation: "rename", path: hidden)
        }
        intent.moves = [.init(from: staged, to: file)]
        if exists(file) {
            guard recording.delivered == file else { throw .inTheWay(path: path(of: file)) }
            intent.removals = [file]
        }
        if isDiscarding {
            guard recording.timeline == before.timeline, recording.segment(file) == nil else { throw .busy(name: name) }
            try replaceAudio(of: &recording, as: file, bytes: try FileStatus(of: path(of: staged)).bytes)
            intent.removals += own
        } else {
            recording.delivered = file
        }
        intent.sidecars = [.init(file: "\(name).json", text: String(decoding: try text(of: recording), as: UTF8.self))]
        let waveform = isDiscarding ? waveform(of: before) : nil
        try carryOut(intent, lock)
        guard isDiscarding else { return }
        if let waveform, let segment = recording.segments.first { adopt(waveform, for: segment) }
        for file in own { removePeaks(file) }
    }

    private func replaceAudio(of recording: inout Recording, as file: String, bytes: Int64) throws(StorageError) {
        guard let first = recording.segments.first else { throw .busy(name: recording.name) }
        var segment = Segment(
            file: file, created: first.created, container: "m4a", encoding: "aac", rate: recording.rate,
            channels: recording.segments.map(\.channels).max() ?? 2)
        segment.frames = recording.timeline.length
        segment.bytes = bytes
        segment.startFrame = first.startFrame
        segment.inputLatency = first.inputLatency
        segment.peaks = first.peaks
        segment.endReason = recording.segments.last?.endReason
        recording.segments = [segment]
        recording.edits = EditHistory(Arrangement(Timeline([segment.span]), markers: recording.markers))
        recording.delivered = ""
    }

    /// The same sound in another file has the same waveform, which only ffmpeg could draw again. Nil where it is not heard as it was
    /// recorded, or there is none.
    private func waveform(of recording: Recording) -> (layout: PeakLayout, bytes: [UInt8])? {
        guard recording.isUnedited, let segment = recording.segments.first else { return nil }
        do throws(StorageError) {
            guard let file = try openPeaks(of: segment) else { return nil }
            return (file.layout, try Self.contents(of: peakPath(of: segment.file)))
        } catch {
            return nil
        }
    }

    private func adopt(_ waveform: (layout: PeakLayout, bytes: [UInt8]), for new: Segment) {
        var (layout, bytes) = waveform
        do throws(StorageError) {
            let status = try FileStatus(of: path(of: new.file))
            (layout.stamp.bytes, layout.stamp.modified) = (status.bytes, status.modified.mark)
            layout.stamp.channels = new.channels
            bytes.replaceSubrange(..<PeakLayout.headerBytes, with: layout.header)
            try Self.replace(peakPath(of: new.file), with: bytes)
        } catch {
            // There is none then.
        }
    }
}
