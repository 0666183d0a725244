// Room: Studio (tests). What a probe's JACK thread owns.
import CJack
import Synchronization

/// Sends a signal and keeps what it hears; a frame's place in memory is its JACK frame minus that of the first.
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
    let first = Atomic<UInt32>(0)
    let end = Atomic<Int>(0)
    let gaps = Atomic<Int>(0)
    let missed = Atomic<Int>(0)
    let periods = Atomic<Int>(0)

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
        unsafe memory = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: max(1, capacity))
        unsafe memory.initialize(repeating: SIMD2(repeating: .nan), count: max(1, capacity))
    }

    deinit {
        unsafe table.deallocate()
        unsafe memory.deallocate()
    }

    @_noLocks @_noAllocation
    mutating func run(_ frames: jack_nframes_t) {
        let now = unsafe jack_last_frame_time(client)
        if !isRunning {
            isRunning = true
            first.store(now, ordering: .relaxed)
        } else if now != expected {
            gaps.store(gaps.load(ordering: .relaxed) + 1, ordering: .relaxed)
            let jump = Int(Int32(bitPattern: now &- expected))
            missed.store(missed.load(ordering: .relaxed) + jump, ordering: .relaxed)
        }
        expected = now &+ frames
        guard let inLeft = unsafe buffer(inputs.0, frames), let inRight = unsafe buffer(inputs.1, frames),
            let outLeft = unsafe buffer(outputs.0, frames), let outRight = unsafe buffer(outputs.1, frames)
        else { return }
        let place = Int(now &- first.load(ordering: .relaxed))
        for i in 0..<Int(frames) where place + i < capacity {
            unsafe memory[place + i] = unsafe SIMD2(inLeft[i], inRight[i])
        }
        end.store(min(capacity, place + Int(frames)), ordering: .releasing)
        for i in 0..<Int(frames) {
            let sample = sample(now &+ UInt32(truncatingIfNeeded: i))
            unsafe outLeft[i] = sample[0]
            unsafe outRight[i] = sample[1]
        }
        periods.store(periods.load(ordering: .relaxed) + 1, ordering: .releasing)
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

@_noLocks @_noAllocation
func probeProcess(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard let argument = unsafe argument else { return 0 }
    unsafe argument.assumingMemoryBound(to: ProbeState.self).pointee.run(frames)
    return 0
}
