// The export of one recording to one file. One owner at a time; each step blocks briefly.
import Dictation
import Loudness
import Messages
import Playback
import Storage
import Stretch
import System
import Words

/// Exports a recording as one file: the timeline flattened, at another rate or pitch if requested, with markers and tags. The
/// file has no name until it has been read back. A job that is released early leaves no files.
final class ExportJob: PieceJob {
    /// The parts of the work, in order.
    private enum Stage {
        /// Files that only ffmpeg can read are decoded.
        case decoding(DecodeJob)
        /// The silences to skip are looked for.
        case listening(SilenceSearch, ExportSource)
        /// The timeline is rendered to measure its loudness.
        case measuring(ExportSource, LoudnessMeter)
        /// The timeline is rendered into the file.
        case rendering(ExportSource, SegmentWriter)
        /// The file is tagged, verified and named.
        case finishing(Finishing)
        /// The work has ended, or has not begun.
        case done
    }

    /// Names the finished file in another way.
    typealias Place = (TemporaryFile, ExportJob) throws(StorageError) -> Void

    let recording: Recording
    let options: ExportOptions
    /// The words of the recording; nil if the file is to have none.
    let transcript: Transcript?
    /// Number of the words in the file; nil without.
    private(set) var written: Int?
    /// Frames of the timeline to export.
    let range: Range<Int64>
    /// Frames to skip, counted from the beginning of the range.
    private(set) var gaps: [Range<Int64>] = []
    /// Sample rate of the file in Hz.
    let rate: Int
    private let reserve: Int64
    private let mayReplace: Bool
    private let mayChooseName: Bool
    private let place: Place?
    /// Format of the file that is written here.
    let format: AudioFormat
    private let description: BroadcastDescription?
    /// The unfinished file.
    private let work: TemporaryFile
    /// Path by which the unfinished file is read.
    private let hidden: String
    private var stage = Stage.done
    /// Costs of the stages.
    private var shares = WorkShares([])
    /// Frames written so far.
    private(set) var frames: Int64 = 0
    /// Frames measured so far, and rendered so far, of the pass that runs.
    private var passed: Int64 = 0
    /// Brings the sound to its loudness; nil if it stays as it is.
    private var levelling: Levelling?
    /// Fields of the answer about the loudness; empty if it stays as it is.
    private(set) var loudness: Fields = [:]
    /// Frames with the gain of the options.
    private var louder: [SIMD2<Float>] = []
    /// Samples above full scale.
    private var loud: Int64 = 0
    /// Frames of one channel, of a file of its own.
    private var side: [SIMD2<Float>] = []
    /// Highest absolute sample of both sides so far.
    private var highest = SIMD2<Float>.zero
    /// True if the file has tags. Without ffmpeg only a WAV can hold tags and markers.
    private(set) var isTagged = false
    private var isMarked = false
    /// Path of the file.
    private(set) var path: String

    /// Begins an export. With `mayReplace`, an existing file is replaced once the new one is verified. With `mayChooseName`,
    /// the next free name is taken if another file gets the name first. `place` names the finished file in another way. With
    /// `isOwn` the file is for the library or the cache, and no more open than a recording. Throws
    /// `StorageError`, as `.busy` for a running take, `.leftOpen` for one whose engine died, `.exists` if the name is taken, and
    /// `.reserved` if no more room is left than takes need.
    init(
        _ library: Library, _ name: String, _ options: ExportOptions, reserve: Int64, mayReplace: Bool = false,
        mayChooseName: Bool = false, isOwn: Bool = false, place: Place? = nil
    ) throws(StorageError) {
        self.options = options
        self.mayReplace = mayReplace
        self.mayChooseName = mayChooseName
        self.place = place
        try library.refuseOpenTake(name)
        recording = try library.recording(name)
        path = options.path(name)
        guard mayReplace || !Library.isThere(path) else { throw .exists(path: path) }
        let length = recording.timeline.length
        let own = max(1, recording.rate)
        range = (options.range ?? 0..<length).clamped(to: 0..<length)
        transcript = try Self.transcript(library, recording, options, range)
        try Self.checkBeside(path, recording, options, range)
        rate = options.format.rate(own)
        do throws(FormatError) {
            let isUntouched = options.stretch.isBypass && rate == own && options.loudness == nil && options.gain == 0
            format = try options.format.written(
                recording, rate: rate, isUntouched: isUntouched, isOneVoice: options.voice != nil)
        } catch {
            throw .refusedFormat(path: path, reason: error.description)
        }
        if options.format.container == nil || options.words?.isInside == true { try Library.needFFmpeg(for: path) }
        work = try TemporaryFile(forExportTo: path, isOwn: isOwn)
        hidden = work.path
        // Takes need the reserve on the disk of the library only. Another disk, such as a USB stick, may be filled.
        self.reserve = try DiskSpace.isShared(by: library.folder, and: Library.folder(of: path)) ? reserve : 0
        try DiskSpace.require(for: path, in: Library.folder(of: path), keeping: self.reserve)
        description = library.broadcastDescription(of: recording, from: range.lowerBound)
        let needed = recording.segments(of: recording.timeline.part(range))
        let decoding = try DecodeJob(library, needed, DecodeCache(reserve: reserve))
        shares = costs(of: decoding)
        stage = .decoding(decoding)
    }

    /// Progress, 0 to 1.
    var fraction: Double {
        switch stage {
        case .decoding(let job): shares.fraction(0, job.fraction)
        case .listening(let search, _): shares.fraction(1, search.fraction)
        case .measuring(let source, _): shares.fraction(2, Double(passed) / Double(max(1, source.expected)))
        case .rendering(let source, _): shares.fraction(3, Double(passed) / Double(max(1, source.expected)))
        case .finishing(let finishing): shares.fraction(4, finishing.fraction)
        case .done: 1
        }
    }

    /// Format in which the file is finished.
    private var kind: Finishing.Kind {
        options.format.container.map { .plain($0) } ?? .aac(bitRate: options.format.aacBitRate(channels: format.channels))
    }

    /// Costs of decoding, listening, measuring, rendering and finishing.
    private func costs(of decoding: DecodeJob) -> WorkShares {
        let ratio = Double(rate) / Double(max(1, recording.rate)) / max(0.001, options.stretch.rate)
        let own = FrameCost.rendering + (options.stretch.isBypass ? 0 : FrameCost.stretching)
        let rendering = own / ratio + (rate == recording.rate ? 0 : FrameCost.resampling)
        let loudness = options.loudness == nil ? 0 : FrameCost.loudness
        let each = rendering + loudness + FrameCost.writing(format.container)
        let made = Double(range.count) * ratio
        let listening = options.silence == nil ? 0 : Double(range.count) * FrameCost.listening
        let measuring = options.loudness == nil ? 0 : made * (rendering + loudness)
        return WorkShares([
            Double(decoding.frames) * FrameCost.decoding, listening, measuring, made * each, made * kind.shares.total,
        ])
    }

    /// Cost of the whole export.
    var cost: Double { shares.total }

    /// Does one small part. Blocks briefly. True if the export has ended. Throws `StorageError`.
    func step() throws(StorageError) -> Bool {
        do throws(StorageError) { return try proceed() } catch { throw error.told(of: path, insteadOf: hidden) }
    }

    /// Does one small part. An error may name a hidden file.
    private func proceed() throws(StorageError) -> Bool {
        switch stage {
        case .decoding(let job):
            guard try job.step() else { return false }
            let source = try ExportSource(job, recording, range, rate: rate)
            guard let silence = options.silence else { return try measure(source) }
            stage = .listening(SilenceSearch(source.timeline, silence), source)
        case .listening(let search, let source):
            do throws(PlaybackError) {
                guard try search.step() else { return false }
            } catch {
                throw ExportSource.words(error, recording.name)
            }
            gaps = search.gaps
            return try measure(source)
        case .measuring(let source, let meter):
            for _ in 0..<16 {
                let got = try unsafe source.next { (frames) throws(StorageError) in unsafe voice(frames) { unsafe meter.add($0) }
                }
                passed += Int64(got)
                guard got == 0 else { continue }
                try level(meter)
                return try render(source)
            }
        case .rendering(let source, let writer):
            for _ in 0..<16 {
                let got = try unsafe source.next { (frames) throws(StorageError) in
                    try unsafe voice(frames) { (frames) throws(StorageError) in try unsafe put(frames, writer) }
                }
                passed += Int64(got)
                guard got == 0 else { continue }
                try unsafe levelling?.finish { (frames) throws(StorageError) in try unsafe write(frames, writer) }
                try finish(writer)
                return false
            }
            try DiskSpace.require(for: path, in: Library.folder(of: path), keeping: reserve)
        case .finishing(let finishing):
            guard try finishing.step() else { return false }
            (isTagged, isMarked, path) = (finishing.isTagged, finishing.isMarked, finishing.target)
            stage = .done
            return true
        case .done: return true
        }
        return false
    }

    /// Begins to measure the loudness if the file is to have another one, else to render. The export has not ended.
    private func measure(_ source: ExportSource) throws(StorageError) -> Bool {
        guard options.loudness != nil else { return try render(source) }
        try source.begin(gaps, options.stretch)
        do throws(LoudnessError) {
            stage = .measuring(source, try LoudnessMeter(rate: rate, channels: format.channels, .file))
        } catch {
            throw .refusedFormat(path: path, reason: error.description)
        }
        return false
    }

    /// Prepares the gain and the limiter for sound that was measured.
    private func level(_ meter: LoudnessMeter) throws(StorageError) {
        guard let target = options.loudness else { return }
        do throws(LoudnessError) {
            levelling = try Levelling(target, meter.figures(), rate: rate, channels: format.channels)
        } catch {
            throw .refusedFormat(path: path, reason: error.description)
        }
    }

    /// Passes on frames, or those of the one channel that is exported.
    private func voice<Failure: Error>(
        _ frames: UnsafeBufferPointer<SIMD2<Float>>, _ take: (UnsafeBufferPointer<SIMD2<Float>>) throws(Failure) -> Void
    ) throws(Failure) {
        guard let voice = options.voice else { return try unsafe take(frames) }
        side.removeAll(keepingCapacity: true)
        for index in 0..<frames.count { side.append(voice.frame(unsafe frames[index])) }
        try unsafe side.withUnsafeBufferPointer { (frames) throws(Failure) in try unsafe take(frames) }
    }

    /// Writes rendered frames, at their loudness if they are to have another one.
    private func put(_ frames: UnsafeBufferPointer<SIMD2<Float>>, _ writer: SegmentWriter) throws(StorageError) {
        guard options.gain == 0 else {
            let factor = Decibel.factor(options.gain)
            louder.removeAll(keepingCapacity: true)
            for index in 0..<frames.count { louder.append(unsafe frames[index] * factor) }
            return try unsafe louder.withUnsafeBufferPointer { (frames) throws(StorageError) in try unsafe write(frames, writer) }
        }
        guard let levelling else { return try unsafe write(frames, writer) }
        try unsafe levelling.add(frames) { (frames) throws(StorageError) in try unsafe write(frames, writer) }
    }

    private func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>, _ writer: SegmentWriter) throws(StorageError) {
        unsafe measure(frames)
        try unsafe writer.write(frames)
        self.frames += Int64(frames.count)
    }

    /// Begins to render. The export has not ended.
    private func render(_ source: ExportSource) throws(StorageError) -> Bool {
        passed = 0
        try source.begin(gaps, options.stretch)
        stage = .rendering(source, try SegmentWriter(work, format: format, description: description))
        return false
    }

    /// Closes the rendered file and begins the last stage.
    private func finish(_ writer: SegmentWriter) throws(StorageError) {
        do throws(LoudnessError) { loudness = try levelling?.fields() ?? [:] } catch {
            throw .refusedFormat(path: path, reason: error.description)
        }
        var tags = tags
        let text = text
        written = text.map { $0.words.count }
        tags.lyrics = lyrics(text)
        var place: ((TemporaryFile) throws(StorageError) -> Void)?
        if let own = self.place { place = { [unowned self] (hidden) throws(StorageError) in try own(hidden, self) } }
        _ = try writer.close(markers: tags.markers, tags: tags)
        stage = .finishing(
            try Finishing(
                work, as: kind, to: path, mayReplace: mayReplace, mayChooseName: mayChooseName, frames: frames, rate: rate,
                tags: tags, captions: captions(text), companions: companions(text, tags), place: place
            ))
    }

    /// Notes the highest sample of some frames.
    private func measure(_ frames: UnsafeBufferPointer<SIMD2<Float>>) {
        for index in 0..<frames.count {
            let frame = unsafe frames[index]
            // A comparison with a sample that is not a number is false.
            let size = pointwiseMax(frame, -frame)
            highest.replace(with: size, where: size .> highest)
            if any(size .> 1) { loud += (size.x > 1 ? 1 : 0) + (size.y > 1 && format.channels == 2 ? 1 : 0) }
        }
    }

    /// Fields of the answer about words, loudness and what the file cannot hold.
    var findings: Fields { wordFields + loudness + clipping + mixing }

    /// A field of the answer about a recording with more than two channels; none for others.
    private var mixing: Fields {
        let most = recording.segments(of: recording.timeline.part(range)).map(\.channels).max() ?? 0
        guard most > 2 else { return [:] }
        return ["sound_hint": .text(tr("\(path): the \(most) channels of the recording were mixed to two"))]
    }

    /// Fields of the answer about samples that the file cannot hold: none for floats, and for sound below full scale.
    private var clipping: Fields {
        guard loud > 0, options.format.container == nil || format.encoding != .float else { return [:] }
        let peak = Decibel.level(max(highest.x, highest.y))
        // In place of the gain that was asked for. A tenth less at most is as good.
        let gain = (((options.gain - peak) * 10).rounded(.down) / 10).fixed(1)
        let words = tr(
            loud,
            "\(path): \(loud) sample is above full scale and is cut off (\(peak.localized(1)) dB at most); --gain \(gain) keeps it",
            "\(path): \(loud) samples are above full scale and are cut off (\(peak.localized(1)) dB at most); --gain \(gain) keeps them"
        )
        return ["clipped_samples": .int(loud), "peak_db": .double(peak), "clip_hint": .text(words)]
    }

    /// Highest absolute sample of each channel of the file.
    var peaks: [Float] { format.channels == 1 ? [highest.max()] : [highest.x, highest.y] }

    /// Tags of the file, with markers at their frames in the file.
    private var tags: AudioTags {
        var tags = AudioTags()
        tags.title = recording.title
        tags.artist = recording.artist
        tags.comment = recording.note
        let local = Timestamp(iso8601: recording.created)?.local ?? recording.created
        // The day on the user's clock, and the time for programs that read it. The first second of a year is that of a sound of which
        // only the year is known.
        let isImported = !recording.segments.isEmpty && recording.segments.allSatisfy { $0.source != nil }
        let isYear = isImported && local.dropFirst(4).hasPrefix("-01-01T00:00:00")
        tags.recorded = isYear ? "" : recording.created
        tags.date = String(local.prefix(isYear ? 4 : 10))
        tags.track = options.track
        for marker in recording.markers where range.contains(marker.frame) {
            let place = Int64(nearest: Double(left(before: marker.frame - range.lowerBound)) * ratio)
            tags.markers.append(Marker(frame: min(place, max(0, frames - 1)), name: marker.name, note: marker.note))
        }
        return tags
    }

    /// Frames of the file for each frame of the recording.
    var ratio: Double { Double(rate) / Double(max(1, recording.rate)) / options.stretch.rate }

    /// Frames that are left of those before a frame of the range.
    private func left(before frame: Int64) -> Int64 {
        gaps.prefix { $0.lowerBound < frame }.reduce(frame) { $0 - (min(frame, $1.upperBound) - $1.lowerBound) }
    }

    /// Seconds of the silences that were skipped.
    var skippedSeconds: Double { Double(gaps.reduce(0) { $0 + $1.count }) / Double(max(1, recording.rate)) }
    /// Duration of the file in seconds, as far as it is written.
    var seconds: Double { Double(frames) / Double(rate) }
    /// Name of the recording.
    var name: String { recording.name }
    /// Number of markers in the file.
    var markersWritten: Int { isMarked ? recording.markers.count(where: { range.contains($0.frame) }) : 0 }
}
