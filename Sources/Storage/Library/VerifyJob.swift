// Checks one recording for damage, in pieces. One owner at a time; each step blocks on the disk.
public import Dictation
internal import Messages
import System

/// Checks the metadata, files and lengths of a recording; deep, it also decodes every frame, one piece a step: a recording of a
/// day keeps nobody waiting, tells its progress, and can be given up.
@safe public final class VerifyJob: PieceJob {
    /// The problems found so far.
    public private(set) var problems: [String] = []

    private let library: Library
    private let name: String
    private let isDeep: Bool
    /// True if only files that are heard count.
    private let isHeardOnly: Bool
    private var recording: Recording?
    /// True for audio without a description: only its header tells how long it was.
    private var isBare = false
    /// The segments that are not checked yet.
    private var rest: ArraySlice<Segment> = []
    /// The file that is being decoded, and the frames read of it.
    private var reading: (segment: Segment, reader: SegmentReader, frames: Int64)?
    /// The file that ffmpeg is decoding.
    private var listening: (segment: Segment, run: FFmpegRun)?
    /// The file elsewhere whose contents are compared with those that were imported.
    private var comparing: (segment: Segment, digest: FileDigest)?
    /// Frames of the segments that are checked.
    private var checked: Int64 = 0
    private let buffer = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: 65_536)

    /// Buffers decoded in one step.
    private static let buffersAStep = 8

    /// Makes a job; does not touch the disk. With `heardOnly` it checks only the timeline and the files that it plays, and no
    /// waveforms.
    public init(_ library: Library, _ name: String, deep isDeep: Bool, heardOnly: Bool = false) {
        (self.library, self.name, self.isDeep, isHeardOnly) = (library, name, isDeep, heardOnly)
    }

    deinit { unsafe buffer.deallocate() }

    /// Identity of the recording; unset before the first step, and for a running take.
    public var id: Identifier { recording?.id ?? .unset }

    /// Part of the recording that is checked, 0 to 1.
    public var fraction: Double {
        let all = recording?.segments.reduce(Int64(0)) { $0.boundedSum($1.frames) } ?? 0
        let now = reading?.frames ?? listening.map { Int64(nearest: $0.run.seconds * Double($0.segment.rate)) } ?? 0
        return all > 0 ? min(1, Double(checked.boundedSum(now)) / Double(all)) : 0
    }

    /// Checks everything that is quick, and decodes one piece. Throws if the recording cannot be read at all.
    public func step() throws(StorageError) -> Bool {
        if recording == nil {
            guard let found = try open() else { return true }
            recording = found
            let heard = found.timeline.segments
            if !isHeardOnly {
                _ = attempt { () throws(StorageError) in try library.transcript(of: name) }
                if attempt({ () throws(StorageError) in try library.lacksTranscript(found) }) == true {
                    problems.append(tr("the transcript of \(name) has a second copy, which 'dicta recover' puts in its place"))
                }
                if attempt({ () throws(StorageError) in try library.lacksDiary(found) }) == true {
                    problems.append(tr("the diary file of \(name) is missing or not up to date; 'dicta recover' writes it anew"))
                }
            }
            rest = isHeardOnly ? found.segments.filter { heard.contains($0.file) }[...] : found.segments[...]
        }
        if let (segment, digest) = comparing {
            let isOver = attempt { () throws(StorageError) in try compare(segment, digest) } ?? true
            guard isOver else { return false }
            comparing = nil
        }
        if reading != nil || listening != nil {
            let isWhole = attempt { () throws(StorageError) in try decode() } ?? true
            guard isWhole else { return false }
            checked = checked.boundedSum((reading?.segment ?? listening?.segment)?.frames ?? 0)
            (reading, listening) = (nil, nil)
        }
        while let segment = rest.popFirst() {
            if !isHeardOnly { checkPeaks(segment) }
            _ = attempt { () throws(StorageError) in try check(segment) }
            guard reading == nil, listening == nil, comparing == nil else { return false }
        }
        checkSpans()
        return true
    }

    /// The recording as its sidecar describes it, or else as its files do; nil if there is nothing to check.
    private func open() throws(StorageError) -> Recording? {
        let openness: Library.Openness
        do throws(StorageError) { openness = try library.openness(name) } catch {
            guard error.isObstacle else { throw error }
            problems.append(error.description)
            return nil
        }
        switch openness {
        case .recording: return nil
        case .leftOpen:
            problems.append(StorageError.leftOpen(name: name).description)
            return nil
        case .closed: break
        }
        do throws(StorageError) {
            return try library.readRecording(name)
        } catch .missing {
            isBare = library.copiedRecording(name, isDamaged: false) == nil
            if !isBare {
                problems.append(tr("\(name).json is missing, and the second copy of it is used; 'dicta recover' puts it back"))
            }
            return try library.rebuiltRecording(name)
        } catch .badMetadata(let path, let reason) {
            problems.append(StorageError.badMetadata(path: path, reason: reason).description)
            return try library.rebuiltRecording(name)
        }
    }

    /// Notes an error of a part as a problem; nil then.
    private func attempt<Result>(_ part: () throws(StorageError) -> Result) -> Result? {
        do throws(StorageError) {
            return try part()
        } catch {
            problems.append(error.description)
            return nil
        }
    }

    /// Checks the peak file. A missing or outdated one is no problem, because it is made again when needed.
    private func checkPeaks(_ segment: Segment) {
        do throws(StorageError) {
            let file = try PeakFile(library.peakPlace(of: segment.file))
            if isDeep { try file.check() }
        } catch .badPeaks(let path, let reason) {
            problems.append(StorageError.badPeaks(path: path, reason: reason).description)
        } catch .isLink(let path) {
            problems.append(StorageError.isLink(path: path).description)
        } catch {
            // No problem, as said above.
        }
    }

    /// Checks one audio file against its description; deep, it is decoded in the next steps.
    private func check(_ segment: Segment) throws(StorageError) {
        let path = library.path(of: segment.file)
        if library.isGone(segment) {
            problems.append(StorageError.moved(name: name, path: path).description)
            return
        }
        guard File.exists(path) else {
            problems.append(StorageError.gone(name: name, path: path).description)
            return
        }
        let bytes = try FileStatus(of: path).bytes
        if bytes != segment.bytes {
            problems.append(
                tr(
                    bytes, "\(segment.file) has \(bytes) bytes, but \(segment.bytes) were written",
                    "\(segment.file) has \(bytes) bytes, but \(segment.bytes) were written"))
        }
        if isDeep, segment.isReference, segment.source != nil, bytes == segment.bytes {
            comparing = (segment, try FileDigest(path))
        }
        // A file in which libsndfile cannot seek is read in order here, and ffmpeg does not know all of them.
        if !SegmentReader.mustBeSequential(path), try library.needsDecoding(segment) {
            if isDeep { listening = (segment, try listen(path)) }
            return
        }
        let reader = try SegmentReader(path: path, isSequential: true)
        // A flattening or a delivery takes what is there, as an import does.
        if isBare, !isHeardOnly, case .cut(let frames, let said) = reader.found {
            problems.append("\(segment.file): \(SoundLength.brokenOff(frames, of: said, rate: reader.info.rate))")
        }
        if reader.info.frames != segment.frames {
            let found = TimeSpan.comparison(reader.info.frames, to: segment.frames, rate: segment.rate)
            problems.append(tr("\(segment.file) is \(found) than what was recorded"))
        }
        if reader.info.rate != segment.rate {
            let found = reader.info.rate
            problems.append(tr("\(segment.file) has \(found) Hz instead of \(segment.rate) Hz"))
        }
        if isDeep { reading = (segment, reader, 0) }
    }

    /// Reads on in a file elsewhere. True once its contents are compared with those that were imported.
    private func compare(_ segment: Segment, _ digest: FileDigest) throws(StorageError) -> Bool {
        guard let contents = try digest.step() else { return false }
        if contents != segment.source {
            problems.append(
                tr("\(segment.file) has other contents than those that were imported: put those back, or import it anew"))
        }
        return true
    }

    /// Starts ffmpeg on a file that only it reads; any damage that it notices is a problem. It takes the places where several streams
    /// meet for damage, so a file of several is judged by its length.
    private func listen(_ path: String) throws(StorageError) -> FFmpegRun {
        guard ForeignProgram.find("ffmpeg") != nil else { throw .noDecoder(path: path) }
        let claim = try WaveClaim.ofWrong(path)
        let input = (claim?.inputWords ?? []) + ["-i", "file:\(path)", "-map", "0:a:0"]
        let output = (claim.map { ["-af", $0.filter] } ?? []) + ["-f", "null", "-"]
        let strictness = isJoined(path) ? [] : ["-xerror", "-err_detect", "explode"]
        return try FFmpegRun(strictness + input + output, on: path)
    }

    /// True for a file of several streams.
    private func isJoined(_ path: String) -> Bool {
        do throws(StorageError) {
            _ = try SegmentReader(path: path)
            return false
        } catch .notAudio(_, let reason) {
            return reason == SoundLength.Reason.joined.description
        } catch {
            return false
        }
    }

    /// Decodes the next piece. True at the end of the file.
    private func decode() throws(StorageError) -> Bool {
        if let (segment, run) = listening { return try hear(segment, run) }
        guard let (segment, reader, _) = reading else { return true }
        for _ in 0..<Self.buffersAStep {
            let count = try unsafe reader.read(into: buffer)
            guard count > 0 else {
                let frames = reading?.frames ?? 0
                if frames != reader.info.frames {
                    let found = TimeSpan.comparison(frames, to: reader.info.frames, rate: reader.info.rate)
                    problems.append(tr("\(segment.file) is \(found) than its header says"))
                }
                if let damage = reader.damage { throw .notAudio(path: reader.path, reason: damage) }
                return true
            }
            reading?.frames += Int64(count)
        }
        return false
    }

    /// Waits for ffmpeg. A lossy encoder may add up to a tenth of a second at the end, but not a frame may be missing.
    private func hear(_ segment: Segment, _ run: FFmpegRun) throws(StorageError) -> Bool {
        do throws(StorageError) {
            guard try run.step() else { return false }
        } catch .converterRefused(let path, let reason) {
            // A file whose head can be read plays, with what can be decoded.
            guard run.fraction != nil else { throw .decoderRefused(path: path, reason: reason) }
            problems.append(tr("\(segment.file) is damaged, and some of its sound cannot be decoded: \(reason)"))
            return true
        }
        let frames = Int64(nearest: run.seconds * Double(segment.rate))
        if !(0...Int64(segment.rate / 10)).contains(frames - segment.frames) {
            let found = TimeSpan.comparison(frames, to: segment.frames, rate: segment.rate)
            problems.append(tr("\(segment.file), decoded, is \(found) than what was recorded"))
        }
        return true
    }

    /// Checks that the timeline plays frames that there are.
    private func checkSpans() {
        guard let recording else { return }
        let segments = recording.segmentsByFile
        for span in recording.timeline.spans {
            guard let segment = segments[span.segment] else {
                problems.append(tr("its timeline plays \(span.segment), which is not one of its files"))
                continue
            }
            let frames = segment.frames(at: recording.rate)
            guard span.end > frames else { continue }
            let over = TimeSpan.length(span.end - frames, rate: recording.rate)
            problems.append(tr("its timeline plays \(span.segment) to \(over) after its end"))
        }
    }
}
