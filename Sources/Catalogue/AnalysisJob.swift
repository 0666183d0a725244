// The figures of one recording. One owner at a time; each step blocks briefly.
import Analysis
import Dictation
import Loudness
internal import Messages
import Playback
import Storage
import System

/// Measures the figures of a recording; files that only ffmpeg can read are decoded first.
@safe final class AnalysisJob: PieceJob {
    /// Frames of a step: some milliseconds of work.
    private static let block = 16_384

    /// The parts of the work, in order.
    private enum Stage {
        /// Files that only ffmpeg can read are decoded.
        case decoding(DecodeJob)
        /// The beginning is heard, for the noise floor of the voice detector.
        case learning(TimelineReader, AnalysisMeter)
        /// The timeline is measured.
        case measuring(TimelineReader, AnalysisMeter)
        /// The work has ended.
        case done
    }

    let recording: Recording
    /// The figures, without those of losses and words; nil before the end.
    private(set) var analysis: RecordingAnalysis?
    private var stage: Stage
    private var place: Int64 = 0
    private let shares: WorkShares
    private let buffer = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: AnalysisJob.block)

    /// Begins the work. Throws `StorageError`.
    init(_ library: Library, _ recording: Recording, _ cache: DecodeCache) throws(StorageError) {
        self.recording = recording
        unsafe buffer.initialize(repeating: .zero)
        let decoding = try DecodeJob(library, recording.segments(of: recording.timeline), cache)
        let length = Double(recording.timeline.length)
        shares = WorkShares([
            Double(decoding.frames) * FrameCost.decoding, length * (FrameCost.listening + FrameCost.loudness),
        ])
        stage = .decoding(decoding)
    }

    deinit { unsafe buffer.deallocate() }

    var fraction: Double {
        switch stage {
        case .decoding(let job): shares.fraction(0, job.fraction)
        case .learning: shares.fraction(1, 0)
        case .measuring(let timeline, _): shares.fraction(1, Double(place) / Double(max(1, timeline.length)))
        case .done: 1
        }
    }

    func step() throws(StorageError) -> Bool {
        switch stage {
        case .decoding(let job):
            guard try job.step() else { return false }
            try begin(job)
        case .learning(let timeline, let meter):
            let end = min(timeline.length, Int64(AnalysisMeter.learningSeconds) * Int64(recording.rate))
            if let part = unsafe try read(timeline, until: end) {
                unsafe meter.learn(part)
                return false
            }
            meter.begin()
            place = 0
            stage = .measuring(timeline, meter)
        case .measuring(let timeline, let meter):
            if let part = unsafe try read(timeline, until: timeline.length) {
                unsafe meter.add(part)
                return false
            }
            try end(meter)
            return true
        case .done: return true
        }
        return false
    }

    /// Opens the timeline. A recording without sound has no figures.
    private func begin(_ job: DecodeJob) throws(StorageError) {
        guard recording.timeline.length > 0 else {
            throw .notAudio(path: recording.name, reason: tr("it has no sound to measure"))
        }
        let timeline: TimelineReader
        do throws(PlaybackError) {
            timeline = try TimelineReader(spans: ExportSource.spans(job, recording, 0..<recording.timeline.length))
        } catch {
            throw ExportSource.words(error, recording.name)
        }
        do throws(LoudnessError) {
            stage = .learning(timeline, try AnalysisMeter(rate: recording.rate, channels: recording.isMono ? 1 : 2))
        } catch {
            throw .notAudio(path: recording.name, reason: error.description)
        }
    }

    /// Reads the next frames up to `end`; nil when there are none.
    private func read(
        _ timeline: TimelineReader, until end: Int64
    ) throws(StorageError) -> UnsafeBufferPointer<SIMD2<Float>>? {
        guard place < end else { return nil }
        let part = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<Int(min(Int64(buffer.count), end - place))])
        do throws(PlaybackError) { unsafe try timeline.read(from: place, into: part) } catch {
            throw ExportSource.words(error, recording.name)
        }
        place += Int64(part.count)
        return UnsafeBufferPointer(part)
    }

    private func end(_ meter: AnalysisMeter) throws(StorageError) {
        do throws(LoudnessError) {
            var made = try meter.finish(mark: recording.timelineMark, made: Timestamp.now.iso8601)
            let lost = recording.breaks.filter { $0.kind != .pause }
            made.losses = lost.count
            made.lostSeconds = lost.reduce(0) { $0 + $1.seconds }
            let watched = recording.segments(of: recording.timeline).filter { $0.dropouts != nil }
            let dropouts = watched.reduce(Int64(0)) { $0.boundedSum(Int64($1.dropoutCount)) }
            made.dropouts = watched.isEmpty ? nil : Int(clamping: dropouts)
            analysis = made
        } catch {
            throw .notAudio(path: recording.name, reason: error.description)
        }
        stage = .done
    }
}
