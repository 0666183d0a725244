// Converts sample rates through libsamplerate. One owner at a time; never blocks by itself.
import CSampleRate
internal import Messages

/// Converts a stream of stereo frames to another sample rate, at a named quality.
///
/// One owner at a time. libsamplerate removes its own delay: the first frame out is the first frame in. This type is the only
/// caller of libsamplerate.
@safe public final class Resampler {
    /// Converter of libsamplerate, with its signal-to-noise ratio and bandwidth.
    public enum Quality: Int32, Hashable, Sendable, CaseIterable {
        /// 144 dB, 97 % of the band.
        case best = 0
        /// 121 dB, 90 % of the band.
        case medium = 1
        /// 97 dB, 80 % of the band.
        case fast = 2
        /// Linear interpolation, for previews.
        case linear = 4
    }

    /// Fills the buffer with the next frames and returns the count: 0 at the end, nil if there are none for now.
    public typealias Source = (UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int?

    /// Frames out per frame in.
    public let ratio: Double

    /// True once all frames have come out.
    public private(set) var isAtEnd = false

    private let state: OpaquePointer
    private let input: UnsafeMutableBufferPointer<SIMD2<Float>>
    private var filled = 0
    private var used = 0
    private var hasEnded = false
    private var totalIn: Int64 = 0
    private var totalOut: Int64 = 0

    /// Makes a resampler between two rates in frames per second. Throws `badConversion` for rates more than 256 times apart.
    public init(from: Int, to: Int, quality: Quality) throws(StretchError) {
        guard from > 0, to > 0, src_is_valid_ratio(Double(to) / Double(from)) != 0 else {
            throw .badConversion(from: from, to: to)
        }
        ratio = Double(to) / Double(from)
        var code: Int32 = 0
        guard let made = unsafe src_new(quality.rawValue, 2, &code) else {
            throw Self.failure(code)
        }
        unsafe state = made
        unsafe input = .allocate(capacity: 2048)
        unsafe input.initialize(repeating: .zero)
    }

    deinit {
        // The result is always nil.
        _ = unsafe src_delete(state)
        unsafe input.deallocate()
    }

    /// Forgets all audio, for example after a locate.
    public func reset() throws(StretchError) {
        let code = unsafe src_reset(state)
        guard code == 0 else { throw Self.failure(code) }
        filled = 0
        used = 0
        hasEnded = false
        isAtEnd = false
        totalIn = 0
        totalOut = 0
    }

    /// Fills `frames` from `source` and returns the count. The count is smaller at the end and where the source has no frames
    /// for now. At the end the total is the length of the input at the new rate, rounded.
    public func render(
        into frames: UnsafeMutableBufferPointer<SIMD2<Float>>, source: Source
    ) throws(StretchError) -> Int {
        var done = 0
        while done < frames.count, !isAtEnd {
            if used == filled, !hasEnded {
                guard let got = unsafe source(input) else { break }
                used = 0
                filled = max(0, unsafe min(got, input.count))
                hasEnded = filled == 0
                totalIn += Int64(filled)
            }
            let made = unsafe try step(UnsafeMutableBufferPointer(rebasing: frames[done...]))
            done += made
            totalOut += Int64(made)
            if hasEnded, unsafe finish(frames, made, &done) { isAtEnd = true }
        }
        return done
    }

    /// Corrects libsamplerate's tail, which can be a frame too long or too short. Returns true at the end.
    private func finish(_ frames: UnsafeMutableBufferPointer<SIMD2<Float>>, _ made: Int, _ done: inout Int) -> Bool {
        let length = Int64((Double(totalIn) * ratio).rounded())
        let surplus = Int(min(Int64(done), max(0, totalOut - length)))
        done -= surplus
        totalOut -= Int64(surplus)
        while made == 0, done < frames.count, totalOut < length {
            unsafe frames[done] = .zero
            done += 1
            totalOut += 1
        }
        return totalOut >= length
    }

    private func step(_ frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(StretchError) -> Int {
        guard let output = frames.baseAddress, let start = unsafe input.baseAddress else { return 0 }
        var data = unsafe SRC_DATA()
        unsafe data.src_ratio = ratio
        unsafe data.input_frames = filled - used
        unsafe data.output_frames = frames.count
        unsafe data.end_of_input = hasEnded ? 1 : 0
        let code = unsafe output.withMemoryRebound(to: Float.self, capacity: 2 * frames.count) { out in
            unsafe (start + used).withMemoryRebound(to: Float.self, capacity: 2 * (filled - used)) { into in
                unsafe data.data_in = UnsafePointer(into)
                unsafe data.data_out = out
                return unsafe src_process(state, &data)
            }
        }
        guard code == 0 else { throw Self.failure(code) }
        used += unsafe data.input_frames_used
        return unsafe data.output_frames_gen
    }

    private static func failure(_ code: Int32) -> StretchError {
        guard let words = unsafe src_strerror(code) else { return .resampler(reason: tr("error \(code)")) }
        return unsafe .resampler(reason: String(cString: words))
    }
}
