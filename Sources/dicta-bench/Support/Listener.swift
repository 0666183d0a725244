// Process callback and state of the listener. JACK thread only.
import CJack
import Synchronization

/// Keeps the last frames of one input port in a circular buffer, and counts all frames.
@safe
struct Listener: ~Copyable {
    let client: OpaquePointer
    let port: OpaquePointer
    let memory: UnsafeMutablePointer<Float>
    let capacity: Int
    let count = Atomic<Int>(0)
    /// Frame count minus JACK frame, of the last period.
    let offset = Atomic<Int>(0)

    /// Makes the state for a port; `capacity` frames are kept.
    init(client: OpaquePointer, port: OpaquePointer, capacity: Int) {
        unsafe self.client = unsafe client
        unsafe self.port = unsafe port
        self.capacity = capacity
        unsafe memory = .allocate(capacity: capacity)
        unsafe memory.initialize(repeating: 0, count: capacity)
    }

    deinit { unsafe memory.deallocate() }

    @_noLocks @_noAllocation
    mutating func run(_ frames: jack_nframes_t) {
        guard let buffer = unsafe jack_port_get_buffer(port, frames)?.assumingMemoryBound(to: Float.self) else { return }
        let place = count.load(ordering: .relaxed)
        for i in 0..<Int(frames) { unsafe memory[(place + i) % capacity] = buffer[i] }
        offset.store(place - Int(unsafe jack_last_frame_time(client)), ordering: .relaxed)
        count.store(place + Int(frames), ordering: .releasing)
    }
}

@_noLocks @_noAllocation
func earProcess(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard let argument = unsafe argument else { return 0 }
    unsafe argument.assumingMemoryBound(to: Listener.self).pointee.run(frames)
    return 0
}
