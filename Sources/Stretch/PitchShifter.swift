// Room: Stretch. Monitor thread only.

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

    /// Allocates for milliseconds, and nothing later. At most `block` frames are processed in one step.
    public init(
        sampleRate: Int, cents: Double, engine: StretchSettings.Engine, formants: Bool, block: Int = 256
    ) throws(StretchError) {
        stretcher = try Stretcher(sampleRate: sampleRate, engine: engine, block: 4096)
        try stretcher.begin(
            at: 0, settings: StretchSettings(rate: 1, pitchCents: cents, engine: engine, preservesFormants: formants))
        fade = sampleRate / 200
        unsafe queue = .allocate(capacity: 32_768)
        unsafe queue.initialize(repeating: .zero)
        // Rubber Band takes and gives in portions: the worst it ever keeps back is found by feeding it silence.
        let silence = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: block)
        defer { unsafe silence.deallocate() }
        unsafe silence.initialize(repeating: .zero)
        var given = 0
        var got = 0
        var behind = 0
        for _ in 0..<(8 * 4096 / block) {
            unsafe stretcher.feed(UnsafeBufferPointer(silence))
            given += block
            while true {
                let made = unsafe stretcher.take(into: silence)
                guard made > 0 else { break }
                got += made
            }
            unsafe silence.initialize(repeating: .zero)
            behind = max(behind, given - got)
        }
        let ahead = behind + block
        // What is heard first is this much silence; the stretcher counts its output from when it is primed.
        latency = ahead - stretcher.startPad
        self.silence = ahead
        try stretcher.begin(
            at: 0, settings: StretchSettings(rate: 1, pitchCents: cents, engine: engine, preservesFormants: formants))
        count = ahead
    }

    deinit { unsafe queue.deallocate() }

    /// As many frames out as in.
    public func process(
        in input: UnsafeBufferPointer<SIMD2<Float>>, out output: UnsafeMutableBufferPointer<SIMD2<Float>>
    ) {
        unsafe stretcher.feed(input)
        while unsafe count < queue.count {
            let end = unsafe (head + count) % queue.count
            let room = unsafe min(queue.count - count, queue.count - end)
            let made = unsafe stretcher.take(into: UnsafeMutableBufferPointer(rebasing: queue[end..<end + room]))
            guard made > 0 else { break }
            count += made
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

    /// After the silence comes the middle of the input's sound: it fades in within 5 ms.
    private func rise(_ output: UnsafeMutableBufferPointer<SIMD2<Float>>) {
        for index in 0..<output.count {
            let x = Float(min(max(0, begun - silence), fade)) / Float(fade)
            unsafe output[index] *= x * x * (3 - 2 * x)
            begun += 1
        }
    }
}
