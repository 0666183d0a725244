// Adds a delivered file to a recording. One owner at a time; blocks on the disk.
public import Dictation
import System

extension Library {
    /// Returns a recording whose audio is not found by its name, because it lies elsewhere, is missing, bears another name, or only
    /// ffmpeg can read it; nil for any other. Blocks.
    public func recordingElsewhere(_ name: String) throws(StorageError) -> Recording? {
        guard !name.hasSlash else { return nil }
        let name = try spelling(of: name)
        guard exists("\(name).json") else { return nil }
        let recording: Recording
        do throws(StorageError) { recording = try readRecording(name) } catch .badMetadata { return nil }
        guard let first = recording.segments.first else { return nil }
        let isNamed = !first.isReference && Self.baseName(ofPath: first.file) == name
        return isNamed && Self.isAudio(first.file) && exists(first.file) ? nil : recording
    }

    /// Gives a verified file its name beside its recording; from then on it is renamed and deleted with the recording.
    /// With `isDiscarding` the file replaces all of the recording's own files and its undo steps; files that another recording names
    /// stay. Blocks until the change is on the disk. All of it takes effect or none. Throws `inTheWay` when another file has the name; with `isDiscarding` also
    /// `busy` when the timeline differs from that of `before` or the name is that of a segment.
    public func deliver(_ hidden: TemporaryFile, as file: String, of before: Recording, isDiscarding: Bool) throws(StorageError) {
        let lock = try LibraryLock(self)
        let name = before.name
        if isDiscarding { try refuseOpenTake(name) }
        var (recording, own) = try contents(of: name)
        var intent = Intent(name: name)
        // The intent must find the file. Recovery removes a staged file that no intent names.
        let staged = Self.hiddenName(".dicta-delivered-")
        // The intent needs the file until it is finished or undone.
        var isNeeded = false
        defer { if !isNeeded { Folder.removeQuietly(path(of: staged)) } }
        File.close(try hidden.takeFresh(name: Place(path(of: staged))))
        intent.moves = [.init(from: staged, to: file)]
        if exists(file) {
            guard recording.delivered == file else { throw .inTheWay(path: path(of: file)) }
            intent.removals = [file]
        }
        if isDiscarding {
            guard recording.timeline == before.timeline, recording.segment(file) == nil else { throw .busy(name: name) }
            let needed = try neededByOthers(own, than: name)
            own.removeAll { needed.contains($0) }
            try refuseLoss(of: own, in: recording.segments, name: name)
            try replaceAudio(of: &recording, as: file, bytes: try FileStatus(of: path(of: staged)).bytes)
            intent.removals += own
        } else {
            // The sound is that of the timeline as it was then, whatever was cut meanwhile.
            recording.delivered = file
            recording.deliveredMark = before.timelineMark
        }
        intent.sidecars = [.init(file: "\(name).json", text: String(decoding: try text(of: recording), as: UTF8.self))]
        if isDiscarding, let segment = recording.segments.first {
            try carryTranscript(of: before, into: segment, recording, &intent)
        }
        let waveform = isDiscarding ? waveform(of: before) : nil
        do throws(StorageError) { try carryOut(intent, lock) } catch {
            isNeeded = error.isHalfDone
            throw error
        }
        guard isDiscarding else { return }
        if let waveform, let segment = recording.segments.first { adopt(waveform, for: segment) }
        for file in own { removePeaks(file) }
    }

    /// Makes the delivered file the recording's only segment. Throws `busy` when the recording has no audio.
    private func replaceAudio(of recording: inout Recording, as file: String, bytes: Int64) throws(StorageError) {
        guard let first = recording.segments.first else { throw .busy(name: recording.name) }
        var segment = Segment(
            file: file, created: first.created, container: "m4a", encoding: "aac", rate: recording.rate,
            channels: recording.segments.map(\.channels).max() ?? 2)
        segment.id = .fresh()
        segment.frames = recording.timeline.length
        segment.bytes = bytes
        segment.startFrame = first.startFrame
        segment.inputLatency = first.inputLatency
        segment.peaks = first.peaks
        segment.endReason = recording.segments.last?.endReason
        segment.prompt = recording.prompt
        recording.placeAnswers(in: file, at: Timestamp.now.iso8601)
        recording.segments = [segment]
        recording.edits = EditHistory(Arrangement(Timeline([segment.span]), markers: recording.markers))
        recording.delivered = ""
    }

    /// Waveform of a recording for the delivered file with the same sound, which only ffmpeg could compute again. Nil for an
    /// edited recording, or without a waveform.
    private func waveform(of recording: Recording) -> (layout: PeakLayout, bytes: [UInt8])? {
        guard recording.isUnedited, let segment = recording.segments.first else { return nil }
        do throws(StorageError) {
            guard let file = try openPeaks(of: segment) else { return nil }
            return (file.layout, try peakPlace(of: segment.file).contents())
        } catch {
            return nil
        }
    }

    /// Saves a waveform for another segment with the same sound.
    private func adopt(_ waveform: (layout: PeakLayout, bytes: [UInt8]), for new: Segment) {
        var (layout, bytes) = waveform
        do throws(StorageError) {
            let status = try FileStatus(of: path(of: new.file))
            (layout.stamp.bytes, layout.stamp.modified) = (status.bytes, status.modified.mark)
            layout.stamp.channels = new.channels
            bytes.replaceSubrange(..<PeakLayout.headerBytes, with: layout.header)
            try Self.replace(peakPlace(of: new.file), with: bytes)
        } catch {
            // The segment then has no waveform.
        }
    }
}
