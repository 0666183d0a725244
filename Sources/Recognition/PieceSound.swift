// A piece of sound as a file for a recogniser. One owner at a time; blocks on the disk.
internal import Dictation
internal import Messages
internal import Playback
internal import Storage
internal import Stretch

/// Renders sound to the form that the contract asks for: WAV with 16 bits, one channel and 16 kHz.
@safe final class PieceSound {
    /// The side of the sound to listen to.
    enum Side: Sendable { case left, right, both }

    /// Sample rate of the file in Hz.
    static let rate = 16_000
    private static let block = 8192
    /// Peak below which a side is silent: -66 dB of full scale.
    private static let silence: Float = 0.0005

    private let timeline: TimelineReader
    private let buffer = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: PieceSound.block)

    /// Makes a renderer. Does not touch the disk.
    init(_ timeline: TimelineReader) {
        self.timeline = timeline
        unsafe buffer.initialize(repeating: .zero)
    }

    deinit { unsafe buffer.deallocate() }

    /// Reads a range in blocks. Blocks on the disk.
    func read(
        _ range: Range<Int64>, _ take: (UnsafeBufferPointer<SIMD2<Float>>) throws(RecognitionError) -> Void
    ) throws(RecognitionError) {
        var place = range.lowerBound
        while place < range.upperBound {
            let count = Int(min(Int64(Self.block), range.upperBound - place))
            let part = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<count])
            do throws(PlaybackError) { try unsafe timeline.read(from: place, into: part) } catch { throw Self.words(error) }
            unsafe try take(UnsafeBufferPointer(part))
            place += Int64(count)
        }
    }

    /// Writes one side of a range to an empty file. False, without a byte, if the side is silent.
    func write(_ range: Range<Int64>, _ side: Side, to file: TemporaryFile) throws(RecognitionError) -> Bool {
        var samples: [Float] = []
        samples.reserveCapacity(Int(range.upperBound - range.lowerBound) * Self.rate / max(1, timeline.info.rate) + 1)
        try render(range) { frame in
            switch side {
            case .left: samples.append(frame[0])
            case .right: samples.append(frame[1])
            case .both: samples.append((frame[0] + frame[1]) / 2)
            }
        }
        guard samples.contains(where: { abs($0) > Self.silence }) else { return false }
        do throws(StorageError) { try file.append(Self.header(samples.count) + Self.bytes(samples)) } catch {
            throw .storage(error)
        }
        return true
    }

    /// Gives each frame of a range at the rate of the file.
    private func render(_ range: Range<Int64>, _ take: (SIMD2<Float>) -> Void) throws(RecognitionError) {
        guard timeline.info.rate != Self.rate else {
            return unsafe try read(range) { block throws(RecognitionError) in
                for index in 0..<block.count { take(unsafe block[index]) }
            }
        }
        var failure: PlaybackError?
        var place = range.lowerBound
        let made = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: Self.block)
        unsafe made.initialize(repeating: .zero)
        defer { unsafe made.deallocate() }
        do throws(StretchError) {
            let resampler = try Resampler(from: timeline.info.rate, to: Self.rate, quality: .medium)
            while !resampler.isAtEnd, failure == nil {
                let count = try unsafe resampler.render(into: made) { block in
                    let count = Int(min(Int64(block.count), range.upperBound - place))
                    guard count > 0, failure == nil else { return 0 }
                    let part = unsafe UnsafeMutableBufferPointer(rebasing: block[..<count])
                    do throws(PlaybackError) { try unsafe timeline.read(from: place, into: part) } catch { failure = error }
                    place += Int64(count)
                    return count
                }
                for index in 0..<count { take(unsafe made[index]) }
            }
        } catch {
            throw Self.words(.stretch(error))
        }
        if let failure { throw Self.words(failure) }
    }

    /// The error of the player as one of recognition.
    static func words(_ error: PlaybackError) -> RecognitionError {
        if case .storage(let error) = error { return .storage(error) }
        return .storage(.notAudio(path: tr("the recording"), reason: error.description))
    }

    /// Header of the WAV file.
    private static func header(_ count: Int) -> [UInt8] {
        let length = UInt32(clamping: count * 2)
        let little = { (value: UInt32) in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        let format: [UInt8] = [16, 0, 0, 0, 1, 0, 1, 0]
        return Array("RIFF".utf8) + little(length + 36) + Array("WAVEfmt ".utf8) + format + little(UInt32(rate))
            + little(UInt32(rate * 2)) + [2, 0, 16, 0] + Array("data".utf8) + little(length)
    }

    private static func bytes(_ samples: [Float]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples {
            let value = UInt16(bitPattern: Int16(max(-32_768, min(32_767, (sample * 32_768).rounded()))))
            bytes.append(UInt8(truncatingIfNeeded: value))
            bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        }
        return bytes
    }
}
