// Monitor thread only.

/// Shifts the pitch of what comes in live: as many frames out as in, always the same time behind.
@safe public final class PitchShifter {
    /// Frames that the output is behind the input.
    public let latency: Int

    private let stretcher: Stretcher
    private let queue: UnsafeMutableBufferPointer<SIMD2<Float>>
    /// Frames put out, until the fade in is over: the input begins anywhere in its sound.
    private var begun = 0
    private let silence: Int
    private let fade: Int
    /// Frames in the queue, from `head` on, round and round.
    private var head = 0
    private var count = 0

    /// Frames fed in one call, less than R2's shortest step (128): it takes one step a call, and of longer calls some 1800
    /// frames heap up in it where the pitch goes up, 37 ms of latency for nothing.
    private static let portion = 64
    /// Frames: by so much sound is kept back longer than silence (R2: 97 where the pitch goes up by an octave).
    private static let margin = 128

    /// Allocates for milliseconds, and nothing later.
    public init(sampleRate: Int, cents: Double, engine: StretchSettings.Engine, formants: Bool) throws(StretchError) {
        let settings = StretchSettings(rate: 1, pitchCents: cents, engine: engine, preservesFormants: formants)
        stretcher = try Stretcher(sampleRate: sampleRate, engine: engine, block: Self.portion)
        fade = sampleRate / 200
        unsafe queue = .allocate(capacity: 32_768)
        unsafe queue.initialize(repeating: .zero)
        // Rubber Band takes and gives in portions: the worst it ever keeps back is found by feeding it silence.
        try stretcher.begin(at: 0, settings: settings)
        let behind = unsafe Self.mostKeptBack(stretcher, UnsafeMutableBufferPointer(rebasing: queue[..<Self.portion]))
        // What is heard first is this much silence; the stretcher counts its output from when it is primed.
        silence = behind + Self.margin
        try stretcher.begin(at: 0, settings: settings)
        latency = silence - stretcher.startPad
        count = silence
        unsafe queue.initialize(repeating: .zero)
    }

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

    /// As many frames out as in.
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

    /// After the silence comes the middle of the input's sound: it fades in within 5 ms.
    private func rise(_ output: UnsafeMutableBufferPointer<SIMD2<Float>>) {
        for index in 0..<output.count {
            let x = Float(min(max(0, begun - silence), fade)) / Float(fade)
            unsafe output[index] *= x * x * (3 - 2 * x)
            begun += 1
        }
    }
}
