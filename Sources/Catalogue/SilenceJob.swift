// The silences of one recording. One owner at a time; each step blocks briefly.
import Dictation
import Playback
import Storage

/// Finds the silences of a recording; files that only ffmpeg can read are decoded first.
final class SilenceJob: PieceJob {
    /// The parts of the work, in order.
    private enum Stage {
        /// Files that only ffmpeg can read are decoded.
        case decoding(DecodeJob)
        /// The timeline is read.
        case listening(SilenceSearch)
        /// The work has ended.
        case done
    }

    let recording: Recording
    /// Part of the timeline to examine.
    private let range: Range<Int64>
    private let query: SilenceQuery
    private var stage: Stage
    private let shares: WorkShares
    /// First frame of the part, and its number of frames.
    var first: Int64 { range.lowerBound }
    var frames: Int64 { Int64(range.count) }
    /// The frames to skip, counted from the beginning of the part; complete at the end.
    private(set) var gaps: [Range<Int64>] = []

    /// Begins the work. Throws `StorageError`.
    init(
        _ library: Library, _ recording: Recording, _ range: Range<Int64>, _ query: SilenceQuery, _ cache: DecodeCache
    ) throws(StorageError) {
        (self.recording, self.range, self.query) = (recording, range, query)
        let needed = recording.segments(of: recording.timeline.part(range))
        let decoding = try DecodeJob(library, needed, cache)
        shares = WorkShares([Double(decoding.frames) * FrameCost.decoding, Double(range.count) * FrameCost.listening])
        stage = .decoding(decoding)
    }

    var fraction: Double {
        switch stage {
        case .decoding(let job): shares.fraction(0, job.fraction)
        case .listening(let search): shares.fraction(1, search.fraction)
        case .done: 1
        }
    }

    func step() throws(StorageError) -> Bool {
        switch stage {
        case .decoding(let job):
            guard try job.step() else { return false }
            guard !range.isEmpty else {
                stage = .done
                return true
            }
            do throws(PlaybackError) {
                stage = .listening(SilenceSearch(try TimelineReader(spans: ExportSource.spans(job, recording, range)), query))
            } catch {
                throw ExportSource.words(error, recording.name)
            }
        case .listening(let search):
            do throws(PlaybackError) {
                guard try search.step() else { return false }
            } catch {
                throw ExportSource.words(error, recording.name)
            }
            gaps = search.gaps
            stage = .done
            return true
        case .done: return true
        }
        return false
    }
}
