// Reads an audio file at the rate of the timeline. One owner at a time; blocks on the disk.
internal import Storage
internal import Stretch

/// Reads a file as if it had the timeline's rate, from any frame; the same place always gives the same samples.
final class ResampledFile {
    private let reader: SegmentReader
    private let resampler: Resampler
    /// Both rates in lowest terms: `timeline` frames of the timeline last exactly as long as `file` frames of the file.
    private let step: (timeline: Int64, file: Int64)
    /// Frames decoded before a place, at the timeline's rate; more than the resampler's filter looks back.
    private static let margin: Int64 = 4096
    /// Frame that follows the last one read; -1 if it is unknown.
    private var next: Int64 = -1

    /// Makes a reader that resamples to `rate` frames per second at the best quality.
    init(_ reader: SegmentReader, rate: Int) throws(PlaybackError) {
        self.reader = reader
        var (a, b) = (rate, reader.info.rate)
        while b != 0 { (a, b) = (b, a % b) }
        step = (Int64(rate / a), Int64(reader.info.rate / a))
        do throws(StretchError) {
            resampler = try Resampler(from: reader.info.rate, to: rate, quality: .best)
        } catch {
            throw .stretch(error)
        }
    }

    /// Fills `frames` from frame `first`, counted at the timeline's rate; past the end of the file it is silent.
    func read(from first: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) {
        if first != next { try seek(to: first) }
        next = -1
        let got = unsafe try render(into: frames)
        unsafe UnsafeMutableBufferPointer(rebasing: frames[got...]).update(repeating: .zero)
        next = first + Int64(frames.count)
    }

    /// Goes to an earlier frame at which both rates coincide, and discards the frames up to `first`.
    private func seek(to first: Int64) throws(PlaybackError) {
        let meeting = max(0, first - Self.margin) / step.timeline
        let start = min(meeting * step.file, reader.info.frames)
        do throws(StorageError) { try reader.seek(to: start) } catch { throw .storage(error) }
        do throws(StretchError) { try resampler.reset() } catch { throw .stretch(error) }
        var rest = Int(first - meeting * step.timeline)
        let waste = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: 1024)
        defer { unsafe waste.deallocate() }
        unsafe waste.initialize(repeating: .zero)
        while rest > 0 {
            let got = unsafe try render(into: UnsafeMutableBufferPointer(rebasing: waste[..<min(rest, 1024)]))
            guard got > 0 else { return }
            rest -= got
        }
    }

    private func render(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(PlaybackError) -> Int {
        var failure: StorageError?
        let got: Int
        do throws(StretchError) {
            got = unsafe try resampler.render(into: frames) { input in
                do throws(StorageError) {
                    return unsafe try reader.read(into: input)
                } catch {
                    failure = error
                    return 0
                }
            }
        } catch {
            throw .stretch(error)
        }
        if let failure { throw .storage(failure) }
        return got
    }
}
