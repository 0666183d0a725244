// One thread (the library worker, or the terminal alone); each step blocks for a moment only.
import Dictation
import Storage
import Stretch

/// A recording as one file for others: its timeline flattened, at another rate or pitch where that is asked for, with its
/// markers and tags. It is written in a hidden folder and gets its name once it has been read back. Let go of, it leaves
/// nothing.
final class ExportJob: PieceJob {
    private enum Stage {
        case decoding(DecodeJob)
        case rendering(ExportSource, SegmentWriter)
        case finishing(Finishing)
        case done
    }

    private let recording: Recording
    private let options: ExportOptions
    private let range: Range<Int64>
    /// Frames a second of the file.
    let rate: Int
    private let reserve: Int64
    private let mayReplace: Bool
    private let mayChooseName: Bool
    private let place: ((String) throws(StorageError) -> Void)?
    private let format: AudioFormat
    private let description: BroadcastDescription?
    /// All that is written on the way.
    private let work: WorkFolder
    private let hidden: String
    private var stage = Stage.done
    private var frames: Int64 = 0
    /// Whether tags are in it, and markers; without ffmpeg only a WAV can have both.
    private(set) var isTagged = false
    private var isMarked = false
    private(set) var path: String

    /// With `mayReplace` a file of that name goes once the new one is verified; with `mayChooseName` it gets the next name where
    /// somebody was faster. `place` gives the finished file its name in another way.
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

    /// Ends the writer before the folder that it writes in goes.
    deinit { stage = .done }

    var fraction: Double {
        switch stage {
        case .decoding(let job): 0.2 * job.fraction
        case .rendering(let source, _): 0.2 + 0.5 * min(1, Double(frames) / Double(max(1, source.expected)))
        case .finishing(let finishing): 0.7 + 0.3 * finishing.fraction
        case .done: 1
        }
    }

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
            // A take that is running needs what is left.
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

    /// The markers where their frames are now.
    private var tags: AudioTags {
        var tags = AudioTags()
        tags.title = recording.title
        tags.artist = recording.artist
        tags.comment = recording.note
        tags.date = String(recording.created.prefix(10))
        let ratio = Double(rate) / Double(max(1, recording.rate)) / options.stretch.rate
        for marker in recording.markers where range.contains(marker.frame) {
            let place = Int64(nearest: Double(marker.frame - range.lowerBound) * ratio)
            tags.markers.append(SegmentMarker(position: min(place, max(0, frames - 1)), name: marker.name, note: marker.note))
        }
        return tags
    }

    var seconds: Double { Double(frames) / Double(rate) }
    var name: String { recording.name }
    var markersWritten: Int { isMarked ? recording.markers.count(where: { range.contains($0.frame) }) : 0 }
}
