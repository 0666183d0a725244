// Shifts the pitch of a live signal. One owner at a time; never blocks once it is made.
import System

/// Shifts the pitch of a live signal: as many frames out as in, at a constant delay.
///
/// One owner at a time. `process` neither allocates nor blocks.
@safe public final class PitchShifter {
    /// Delay of the output in frames.
    public let latency: Int

    private let stretcher: Stretcher
    private let queue: UnsafeMutableBufferPointer<SIMD2<Float>>
    /// Frames given so far, until the fade-in is over. The fade is needed because the input may begin in the middle of a sound.
    private var begun = 0
    private let silence: Int
    private let fade: Int
    /// Start of the queued frames in the ring.
    private var head = 0
    /// Frames in the queue.
    private var count = 0

    /// Frames fed per call, fewer than R2's shortest step (128). R2 takes one step per call; with longer calls and a raised
    /// pitch about 1800 frames pile up in it, a needless latency of 37 ms.
    private static let portion = 64
    /// Extra frames of delay over the delay measured with silence, since sound is kept back longer (R2: 97 frames for a shift
    /// up by an octave).
    private static let margin = 128

    /// Makes a pitch shifter. `sampleRate` is in frames per second, `cents` is positive for up. Allocates and measures for some
    /// milliseconds.
    public init(sampleRate: Int, cents: Double, engine: StretchSettings.Engine, formants: Bool) throws(StretchError) {
        let settings = StretchSettings(rate: 1, pitchCents: cents, engine: engine, preservesFormants: formants)
        stretcher = try Stretcher(sampleRate: sampleRate, settings: settings, block: Self.portion)
        fade = sampleRate / 200
        unsafe queue = .allocate(capacity: 32_768)
        unsafe queue.initialize(repeating: .zero)
        // Rubber Band consumes and returns blocks; feeding silence reveals the most frames that it ever holds back.
        try stretcher.begin(at: 0, settings: settings)
        let behind = unsafe Self.mostKeptBack(stretcher, UnsafeMutableBufferPointer(rebasing: queue[..<Self.portion]))
        // The output begins with this much silence; the stretcher counts its output from the end of priming.
        silence = behind + Self.margin
        try stretcher.begin(at: 0, settings: settings)
        latency = silence - stretcher.startPad
        count = silence
        unsafe queue.initialize(repeating: .zero)
    }

    /// Returns the greatest lead of the input over the output, in frames, found by feeding silence.
    private static func mostKeptBack(
        _ stretcher: Stretcher, _ frames: UnsafeMutableBufferPointer<SIMD2<Float>>
    ) -> Int {
        var (balance, most) = (0, 0)
        for _ in 0..<512 {
            unsafe frames.update(repeating: .zero)
            unsafe stretcher.feed(UnsafeBufferPointer(frames))
            balance += frames.count
            while true {
                let made = unsafe stretcher.take(into: frames)
                guard made > 0 else { break }
                balance -= made
            }
            most = max(most, balance)
        }
        return most
    }

    deinit { unsafe queue.deallocate() }

    /// Processes a block: as many frames out as in. Never blocks.
    public func process(
        in input: UnsafeBufferPointer<SIMD2<Float>>, out output: UnsafeMutableBufferPointer<SIMD2<Float>>
    ) {
        var fed = 0
        while fed < input.count {
            let end = min(fed + Self.portion, input.count)
            unsafe stretcher.feed(UnsafeBufferPointer(rebasing: input[fed..<end]))
            fed = end
            collect()
        }
        for index in 0..<output.count {
            if count > 0 {
                unsafe output[index] = queue[head]
                head = unsafe (head + 1) % queue.count
                count -= 1
            } else {
                unsafe output[index] = .zero
            }
        }
        if begun < silence + fade { unsafe rise(output) }
    }

    private func collect() {
        while unsafe count < queue.count {
            let end = unsafe (head + count) % queue.count
            let room = unsafe min(queue.count - count, queue.count - end)
            let made = unsafe stretcher.take(into: UnsafeMutableBufferPointer(rebasing: queue[end..<end + room]))
            guard made > 0 else { break }
            count += made
        }
    }

    /// Fades in within 5 ms after the initial silence, since the input begins in the middle of its sound.
    private func rise(_ output: UnsafeMutableBufferPointer<SIMD2<Float>>) {
        for index in 0..<output.count {
            let x = Float(min(max(0, begun - silence), fade)) / Float(fade)
            unsafe output[index] *= Curve.smoothstep(x)
            begun += 1
        }
    }
}
