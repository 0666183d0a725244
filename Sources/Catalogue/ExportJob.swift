// The export of one recording to one file. One owner at a time; each step blocks briefly.
import Dictation
import Storage
import Stretch

/// Exports a recording as one file: the timeline flattened, at another rate or pitch if requested, with markers and tags. The
/// file is written in a hidden folder and gets its name after it has been read back. A job that is released early leaves no
/// files.
final class ExportJob: PieceJob {
    /// The parts of the work, in order.
    private enum Stage {
        /// Files that only ffmpeg can read are decoded.
        case decoding(DecodeJob)
        /// The timeline is rendered into the hidden file.
        case rendering(ExportSource, SegmentWriter)
        /// The file is tagged, verified and named.
        case finishing(Finishing)
        /// The work has ended, or has not begun.
        case done
    }

    private let recording: Recording
    private let options: ExportOptions
    /// Frames of the timeline to export.
    private let range: Range<Int64>
    /// Sample rate of the file in Hz.
    let rate: Int
    private let reserve: Int64
    private let mayReplace: Bool
    private let mayChooseName: Bool
    private let place: ((String) throws(StorageError) -> Void)?
    private let format: AudioFormat
    private let description: BroadcastDescription?
    /// The hidden folder for all intermediate files.
    private let work: WorkFolder
    /// Path of the unfinished file.
    private let hidden: String
    private var stage = Stage.done
    /// Frames written so far.
    private var frames: Int64 = 0
    /// True if the file has tags. Without ffmpeg only a WAV can hold tags and markers.
    private(set) var isTagged = false
    private var isMarked = false
    /// Path of the file.
    private(set) var path: String

    /// Begins an export. With `mayReplace`, an existing file is replaced once the new one is verified. With `mayChooseName`,
    /// the next free name is taken if another file gets the name first. `place` names the finished file in another way. Throws
    /// `StorageError`, as `.busy` for a running take and `.exists` if the name is taken.
    init(
        _ library: Library, _ name: String, _ options: ExportOptions, reserve: Int64, mayReplace: Bool = false,
        mayChooseName: Bool = false, place: ((String) throws(StorageError) -> Void)? = nil
    ) throws(StorageError) {
        self.options = options
        self.reserve = reserve
        self.mayReplace = mayReplace
        self.mayChooseName = mayChooseName
        self.place = place
        guard try library.openness(name) == .closed else { throw .busy(name: name) }
        recording = try library.recording(name)
        path = options.path(name)
        guard mayReplace || !Library.isThere(path) else { throw .exists(path: path) }
        let length = recording.timeline.length
        let own = max(1, recording.rate)
        let first = min(length, options.from?.frames(rate: own) ?? 0)
        range = first..<max(first, min(length, options.until?.frames(rate: own) ?? length))
        rate = options.format.rate(own)
        do throws(FormatError) {
            let isUntouched = options.stretch.isBypass && rate == own
            format = try options.format.written(recording, rate: rate, isUntouched: isUntouched)
        } catch {
            throw .refusedFormat(path: path, reason: error.description)
        }
        if options.format.container == nil { try Library.needFFmpeg(for: path) }
        work = try WorkFolder(beside: path)
        hidden = work.file("audio.\(format.container.fileExtension)")
        description = library.broadcastDescription(of: recording, from: range.lowerBound)
        let needed = recording.timeline.part(range).segments.compactMap(recording.segment)
        stage = .decoding(try DecodeJob(library, needed, DecodeCache(reserve: reserve)))
    }

    /// Closes the writer before its folder is removed.
    deinit { stage = .done }

    /// Progress, 0 to 1.
    var fraction: Double {
        switch stage {
        case .decoding(let job): 0.2 * job.fraction
        case .rendering(let source, _): 0.2 + 0.5 * min(1, Double(frames) / Double(max(1, source.expected)))
        case .finishing(let finishing): 0.7 + 0.3 * finishing.fraction
        case .done: 1
        }
    }

    /// Does one small part. Blocks briefly. True if the export has ended. Throws `StorageError`.
    func step() throws(StorageError) -> Bool {
        switch stage {
        case .decoding(let job):
            guard try job.step() else { return false }
            let source = try ExportSource(job, recording, range, rate: rate, stretch: options.stretch)
            stage = .rendering(source, try SegmentWriter(path: hidden, format: format, description: description))
        case .rendering(let source, let writer):
            for _ in 0..<16 {
                let got = try unsafe source.next { (frames) throws(StorageError) in try unsafe writer.write(frames) }
                frames += Int64(got)
                guard got == 0 else { continue }
                try finish(writer)
                return false
            }
            // A running take needs the reserve.
            guard try DiskSpace.at(Library.folder(of: path)).available >= reserve else { throw .diskFull(path: path) }
        case .finishing(let finishing):
            guard try finishing.step() else { return false }
            (isTagged, isMarked, path) = (finishing.isTagged, finishing.isMarked, finishing.target)
            stage = .done
            return true
        case .done: return true
        }
        return false
    }

    /// Closes the rendered file and begins the last stage.
    private func finish(_ writer: SegmentWriter) throws(StorageError) {
        let tags = tags
        _ = try writer.close(markers: tags.markers, tags: tags)
        let kind: Finishing.Kind =
            options.format.container.map { .plain($0) }
            ?? .aac(bitRate: options.format.aacBitRate(channels: writer.format.channels))
        stage = .finishing(
            try Finishing(
                hidden, as: kind, to: path, mayReplace: mayReplace, mayChooseName: mayChooseName, frames: frames, rate: rate,
                tags: tags, place: place))
    }

    /// Tags of the file, with markers at their frames in the file.
    private var tags: AudioTags {
        var tags = AudioTags()
        tags.title = recording.title
        tags.artist = recording.artist
        tags.comment = recording.note
        tags.date = String(recording.created.prefix(10))
        let ratio = Double(rate) / Double(max(1, recording.rate)) / options.stretch.rate
        for marker in recording.markers where range.contains(marker.frame) {
            let place = Int64(nearest: Double(marker.frame - range.lowerBound) * ratio)
            tags.markers.append(Marker(frame: min(place, max(0, frames - 1)), name: marker.name, note: marker.note))
        }
        return tags
    }

    /// Duration of the file in seconds, as far as it is written.
    var seconds: Double { Double(frames) / Double(rate) }
    /// Name of the recording.
    var name: String { recording.name }
    /// Number of markers in the file.
    var markersWritten: Int { isMarked ? recording.markers.count(where: { range.contains($0.frame) }) : 0 }
}
