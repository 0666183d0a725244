// State of a probe's JACK thread. JACK thread only, except its atomics.
import CJack
import Glibc
import Synchronization

/// Sends a signal and keeps what it hears; the frame with number n of its own is sent as code n and kept at place n.
@safe
struct ProbeState: ~Copyable {
    let client: OpaquePointer
    let outputs: (OpaquePointer, OpaquePointer)
    let inputs: (OpaquePointer, OpaquePointer)
    let code: FrameCode?
    let table: UnsafeMutablePointer<Float>
    let tableCount: Int
    let memory: UnsafeMutablePointer<SIMD2<Float>>
    let capacity: Int

    private var isRunning = false
    private var expected: UInt32 = 0
    /// Frames sent and heard so far; the code counts these. JACK's time can jump where no sound does.
    let count = Atomic<Int>(0)
    /// Frames after which a freewheel goes on at the pace of the sound. Written by the test.
    let fastUntil = Atomic<Int>(.max)
    /// True to send exact silence. Written by the test.
    let isMuted = Atomic<Bool>(false)
    /// Jumps of JACK's time: the frame, and the number to add to a later frame for its count.
    let steps: UnsafeMutablePointer<(frame: UInt32, offset: Int)>
    let stepCount = Atomic<Int>(0)
    /// JACK's time at each xrun that the server reported. Written by libjack's notification thread.
    let xruns: UnsafeMutablePointer<UInt32>
    let xrunCount = Atomic<Int>(0)
    static let mostXruns = 65_536

    init(
        client: OpaquePointer, outputs: (OpaquePointer, OpaquePointer), inputs: (OpaquePointer, OpaquePointer),
        code: FrameCode?, table samples: [Float], capacity: Int
    ) {
        unsafe self.client = unsafe client
        unsafe self.outputs = unsafe outputs
        unsafe self.inputs = unsafe inputs
        self.code = code
        self.capacity = capacity
        tableCount = samples.count
        unsafe table = UnsafeMutablePointer<Float>.allocate(capacity: max(1, samples.count))
        for i in 0..<samples.count { unsafe (table + i).initialize(to: samples[i]) }
        unsafe steps = UnsafeMutablePointer.allocate(capacity: 65_536)
        unsafe xruns = UnsafeMutablePointer.allocate(capacity: ProbeState.mostXruns)
        unsafe memory = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: max(1, capacity))
        unsafe memory.initialize(repeating: SIMD2(repeating: .nan), count: max(1, capacity))
    }

    deinit {
        unsafe table.deallocate()
        unsafe memory.deallocate()
        unsafe steps.deallocate()
        unsafe xruns.deallocate()
    }

    @_noLocks @_noAllocation
    mutating func run(_ frames: jack_nframes_t) {
        let now = unsafe jack_last_frame_time(client)
        let place = count.load(ordering: .relaxed)
        if !isRunning || now != expected { noteStep(now, place) }
        isRunning = true
        expected = now &+ frames
        guard let inLeft = unsafe buffer(inputs.0, frames), let inRight = unsafe buffer(inputs.1, frames),
            let outLeft = unsafe buffer(outputs.0, frames), let outRight = unsafe buffer(outputs.1, frames)
        else { return }
        for i in 0..<Int(frames) where place + i < capacity {
            unsafe memory[place + i] = unsafe SIMD2(inLeft[i], inRight[i])
        }
        let isMuted = isMuted.load(ordering: .relaxed)
        for i in 0..<Int(frames) {
            let sample = isMuted ? .zero : sample(UInt32(truncatingIfNeeded: place + i))
            unsafe outLeft[i] = sample[0]
            unsafe outRight[i] = sample[1]
        }
        count.store(place + Int(frames), ordering: .releasing)
    }

    @_noLocks @_noAllocation
    private func noteStep(_ frame: UInt32, _ place: Int) {
        let index = stepCount.load(ordering: .relaxed)
        guard index < 65_536 else { return }
        unsafe steps[index] = (frame, place - Int(frame))
        stepCount.store(index + 1, ordering: .releasing)
    }

    @_noLocks @_noAllocation
    private func sample(_ frame: UInt32) -> SIMD2<Float> {
        if let code { return code.encode(frame) }
        guard tableCount > 0 else { return .zero }
        return unsafe SIMD2(repeating: table[Int(frame) % tableCount])
    }

    @_noLocks @_noAllocation
    private func buffer(_ port: OpaquePointer, _ frames: jack_nframes_t) -> UnsafeMutablePointer<Float>? {
        unsafe jack_port_get_buffer(port, frames)?.assumingMemoryBound(to: Float.self)
    }
}

func probeProcess(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard let state = unsafe argument?.assumingMemoryBound(to: ProbeState.self) else { return 0 }
    unsafe state.pointee.run(frames)
    // The server of a freewheel waits for each client, so one of them can set the pace.
    if unsafe state.pointee.count.load(ordering: .relaxed) > state.pointee.fastUntil.load(ordering: .relaxed) {
        let rate = unsafe jack_get_sample_rate(state.pointee.client)
        _ = usleep(frames * 1_000_000 / rate)
    }
    return 0
}

/// Callback for `jack_set_xrun_callback`; `argument` points to a `ProbeState`.
func probeXrun(_ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard let state = unsafe argument?.assumingMemoryBound(to: ProbeState.self) else { return 0 }
    let index = unsafe state.pointee.xrunCount.load(ordering: .relaxed)
    guard index < ProbeState.mostXruns else { return 0 }
    unsafe state.pointee.xruns[index] = unsafe jack_frame_time(state.pointee.client)
    unsafe state.pointee.xrunCount.store(index + 1, ordering: .releasing)
    return 0
}
