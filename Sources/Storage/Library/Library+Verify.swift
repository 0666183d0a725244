// Checks recordings for damage. One owner at a time; blocks on the disk.
import Dictation
import System

extension Library {
    /// Returns the problems of a recording, none when it is intact. Blocks; opens the audio. `deep` also decodes every frame.
    public func verify(_ name: String, deep: Bool) throws(StorageError) -> [String] {
        switch try openness(name) {
        case .recording: return []
        case .leftOpen: return [StorageError.leftOpen(name: name).description]
        case .closed: break
        }
        let recording: Recording
        var problems: [String] = []
        do throws(StorageError) {
            recording = try readRecording(name)
        } catch .missing {
            recording = try rebuiltRecording(name)
        } catch .badMetadata(let path, let reason) {
            problems.append(StorageError.badMetadata(path: path, reason: reason).description)
            recording = try rebuiltRecording(name)
        }
        for segment in recording.segments {
            do throws(StorageError) {
                problems += checkPeaks(segment, deep: deep)
                problems += try check(segment, deep: deep)
            } catch {
                problems.append(error.description)
            }
        }
        for span in recording.timeline.spans {
            guard let segment = recording.segment(span.segment) else {
                problems.append("its timeline plays \(span.segment), which is not one of its files")
                continue
            }
            let frames = segment.frames(at: recording.rate)
            if span.end > frames { problems.append("its timeline plays \(span.segment) to frame \(span.end) of \(frames)") }
        }
        return problems
    }

    /// Decodes a file that only ffmpeg reads, to its end; any damage that ffmpeg notices is a problem. A lossy encoder may add
    /// up to a tenth of a second at the end, but not a frame may be missing.
    private func listen(_ segment: Segment) throws(StorageError) -> [String] {
        let path = path(of: segment.file)
        guard ForeignProgram.find("ffmpeg") != nil else { throw .noDecoder(path: path) }
        let run = try FFmpegRun(
            ["-xerror", "-err_detect", "explode", "-i", "file:\(path)", "-map", "0:a:0", "-f", "null", "-"], on: path)
        do throws(StorageError) {
            while try !run.step() {}
        } catch .converterRefused(let path, let reason) {
            throw .decoderRefused(path: path, reason: reason)
        }
        let frames = Int64(nearest: run.seconds * Double(segment.rate))
        guard (0...Int64(segment.rate / 10)).contains(frames - segment.frames) else {
            return ["\(segment.file) has \(frames) frames when it is decoded, but \(segment.frames) were recorded"]
        }
        return []
    }

    /// Checks the peak file. A missing or outdated one is no problem, because it is made again when needed.
    private func checkPeaks(_ segment: Segment, deep: Bool) -> [String] {
        do throws(StorageError) {
            let file = try PeakFile(path: peakPath(of: segment.file))
            if deep { try file.check() }
        } catch .badPeaks(let path, let reason) {
            return [StorageError.badPeaks(path: path, reason: reason).description]
        } catch {
            return []
        }
        return []
    }

    /// Checks one audio file against its description.
    private func check(_ segment: Segment, deep: Bool) throws(StorageError) -> [String] {
        let path = path(of: segment.file)
        var problems: [String] = []
        let bytes = try FileStatus(of: path).bytes
        if bytes != segment.bytes { problems.append("\(segment.file) has \(bytes) bytes, but \(segment.bytes) were written") }
        if try needsDecoding(segment) { return problems + (deep ? try listen(segment) : []) }
        let reader = try SegmentReader(path: path)
        if reader.info.frames != segment.frames {
            problems.append("\(segment.file) has \(reader.info.frames) frames, but \(segment.frames) were recorded")
        }
        if reader.info.rate != segment.rate {
            problems.append("\(segment.file) has \(reader.info.rate) Hz instead of \(segment.rate) Hz")
        }
        guard deep else { return problems }
        let buffer = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: 65_536)
        defer { unsafe buffer.deallocate() }
        var frames: Int64 = 0
        while true {
            let count = try unsafe reader.read(into: buffer)
            guard count > 0 else { break }
            frames += Int64(count)
        }
        if frames != reader.info.frames {
            problems.append("\(segment.file) ends after \(frames) of \(reader.info.frames) frames")
        }
        return problems
    }
}
