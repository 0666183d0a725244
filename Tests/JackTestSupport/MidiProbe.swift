// A JACK client that plays MIDI. One thread: the test's; the callback is JACK's.
import CJack
import Glibc
import Synchronization
import TestSupport

/// A JACK client that plays MIDI: each message goes out at its offset in the next period, and its JACK frame is recorded.
@safe
public final class MidiProbe {
    @safe
    struct State: ~Copyable {
        static let most = 65_536
        let client: OpaquePointer
        let port: OpaquePointer
        /// Messages, each with its length. Messages longer than 32 bytes are not sent.
        let messages: UnsafeMutablePointer<(count: Int, bytes: SIMD32<UInt8>, offset: UInt32, frame: UInt32)>
        let written = Atomic<Int>(0)
        let sent = Atomic<Int>(0)

        init(_ client: OpaquePointer, _ port: OpaquePointer) {
            unsafe self.client = unsafe client
            unsafe self.port = unsafe port
            unsafe messages = .allocate(capacity: State.most)
        }

        func run(_ frames: jack_nframes_t) {
            guard let buffer = unsafe jack_port_get_buffer(port, frames) else { return }
            unsafe jack_midi_clear_buffer(buffer)
            let end = written.load(ordering: .acquiring)
            var next = sent.load(ordering: .relaxed)
            var least: UInt32 = 0
            while next < end {
                let message = unsafe messages + next
                let offset = unsafe max(least, min(message.pointee.offset, frames - 1))
                guard let place = unsafe jack_midi_event_reserve(buffer, offset, message.pointee.count) else { break }
                for index in unsafe 0..<message.pointee.count { unsafe place[index] = unsafe message.pointee.bytes[index] }
                unsafe message.pointee.frame = unsafe jack_last_frame_time(client) &+ offset
                least = offset
                next += 1
            }
            sent.store(next, ordering: .releasing)
        }
    }

    /// Name of the client; its port is `keys:out`.
    public let name = "keys"
    private let handle: OpaquePointer
    private let state: UnsafeMutablePointer<State>

    /// Opens the client, active at once. Nil when the server refuses.
    public init?() {
        guard let handle = unsafe dicta_jack_client_open("keys", JackNoStartServer, nil),
            let port = unsafe jack_port_register(handle, "out", JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsOutput.rawValue), 0)
        else { return nil }
        unsafe self.handle = unsafe handle
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: State(handle, port))
        guard unsafe jack_set_process_callback(handle, play, UnsafeMutableRawPointer(state)) == 0,
            unsafe jack_activate(handle) == 0
        else { return nil }
    }

    deinit {
        _ = unsafe jack_client_close(handle)
        unsafe state.pointee.messages.deallocate()
        unsafe state.deinitialize(count: 1).deallocate()
    }

    /// Connects to the MIDI input of an engine; false when the server refuses.
    public func connect(to client: String) -> Bool { unsafe jack_connect(handle, "keys:out", "\(client):midi_in") == 0 }

    /// Hands messages over and waits until they are sent; returns the JACK frame of the last one.
    @discardableResult
    public func send(_ messages: [UInt8]..., offset: UInt32 = 0) -> UInt32 { send(all: messages, offset: offset) }

    /// Hands any number of messages over, as many in a period as its buffer holds, and waits until they are sent; returns the JACK
    /// frame of the last one.
    @discardableResult
    public func send(all messages: [[UInt8]], offset: UInt32 = 0) -> UInt32 {
        for bytes in messages where bytes.count <= 32 {
            let place = unsafe state.pointee.written.load(ordering: .relaxed)
            guard place < State.most else { return 0 }
            var data = SIMD32<UInt8>.zero
            for (index, byte) in bytes.enumerated() { data[index] = byte }
            unsafe (state.pointee.messages + place).initialize(to: (bytes.count, data, offset, 0))
            unsafe state.pointee.written.store(place + 1, ordering: .releasing)
        }
        let end = unsafe state.pointee.written.load(ordering: .relaxed)
        Pause.until { unsafe state.pointee.sent.load(ordering: .acquiring) >= end }
        return unsafe end > 0 ? (state.pointee.messages + end - 1).pointee.frame : 0
    }
}

private func play(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    unsafe argument?.assumingMemoryBound(to: MidiProbe.State.self).pointee.run(frames)
    return 0
}
