// Process callback and state of the signal source. JACK thread only.
import CJack
import Synchronization

/// Puts out a signal on two ports. The coded signal counts the frames that were put out, not JACK's time: a period that the
/// server skips is in no recording, and counts against no recorder.
@safe
struct Source: ~Copyable {
    /// Signals that a source can put out.
    @safe enum Signal {
        case silence
        case code
        /// A sine; the step per frame is in cycles, the amplitude is linear.
        case tone(step: Float, amplitude: Float)
        /// A sound, once, on the left; on the right the places of its frames (`PlaceCode`). Silence after its end. The owner
        /// keeps the memory longer than the client.
        case track(UnsafeBufferPointer<Float>)
    }

    let ports: (OpaquePointer, OpaquePointer)
    let signal: Signal
    private var frame: UInt32 = 0
    private var turn: Float = 0
    /// Number of the frame put out last; any thread may read it.
    let position = Atomic<UInt32>(0)
    let xruns = Atomic<Int>(0)

    /// Makes the state for two ports.
    init(ports: (OpaquePointer, OpaquePointer), signal: Signal) {
        unsafe self.ports = unsafe ports
        self.signal = signal
    }

    @_noLocks @_noAllocation
    mutating func run(_ frames: jack_nframes_t) {
        guard let left = unsafe buffer(ports.0, frames), let right = unsafe buffer(ports.1, frames) else { return }
        for i in 0..<Int(frames) {
            let sample = next()
            unsafe left[i] = sample.x
            unsafe right[i] = sample.y
        }
        position.store(frame, ordering: .releasing)
    }

    @_noLocks @_noAllocation
    private mutating func next() -> SIMD2<Float> {
        switch signal {
        case .silence: return .zero
        case .code:
            frame &+= 1
            return FrameCode.encode(frame)
        case .tone(let step, let amplitude):
            turn += step
            if turn >= 1 { turn -= 1 }
            return SIMD2(repeating: amplitude * dicta_sinf(turn * 2 * .pi))
        case .track(let sound):
            let place = Int(frame)
            guard place < sound.count else { return .zero }
            frame &+= 1
            return unsafe SIMD2(sound[place], PlaceCode.encode(place))
        }
    }

    @_noLocks @_noAllocation
    private func buffer(_ port: OpaquePointer, _ frames: jack_nframes_t) -> UnsafeMutablePointer<Float>? {
        unsafe jack_port_get_buffer(port, frames)?.assumingMemoryBound(to: Float.self)
    }
}

@_noLocks @_noAllocation
func sourceProcess(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard let argument = unsafe argument else { return 0 }
    unsafe argument.assumingMemoryBound(to: Source.self).pointee.run(frames)
    return 0
}

/// Counts xruns. Called on libjack's notification thread.
func sourceXrun(_ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard let argument = unsafe argument else { return 0 }
    unsafe argument.assumingMemoryBound(to: Source.self).pointee.xruns.wrappingAdd(1, ordering: .relaxed)
    return 0
}
