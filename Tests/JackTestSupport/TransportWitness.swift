// A JACK client that notes changes of the transport. One thread: the test's; the callback is JACK's.
import CJack
import Glibc
import Synchronization
import TestSupport

/// A JACK client that only notes when the transport rolls and stops, as the graph sees it.
@safe
public final class TransportWitness {
    /// One change: the new state, the JACK frame, and the transport's position.
    public struct Change: Sendable {
        /// True for a start, false for a stop.
        public let isRolling: Bool
        /// First JACK frame of the new state.
        public let jackFrame: UInt32
        /// Position of the transport at that frame.
        public let place: UInt32
    }

    @safe
    struct State: ~Copyable {
        let client: OpaquePointer
        let rows: UnsafeMutablePointer<(UInt32, UInt32, UInt32)>
        let count = Atomic<Int>(0)
        private var isRolling = false

        init(_ client: OpaquePointer) {
            unsafe self.client = unsafe client
            unsafe rows = .allocate(capacity: 4096)
        }

        mutating func look() {
            var place: UInt32 = 0
            let now = unsafe dicta_transport(client, &place) != 0
            let index = count.load(ordering: .relaxed)
            guard now != isRolling, index < 4096 else { return }
            isRolling = now
            unsafe (rows + index).initialize(to: (now ? 1 : 0, jack_last_frame_time(client), place))
            count.store(index + 1, ordering: .releasing)
        }
    }

    private let handle: OpaquePointer
    private let state: UnsafeMutablePointer<State>

    /// Opens the client, active at once. Nil when the server refuses.
    public init?() {
        guard let handle = unsafe dicta_jack_client_open("witness", JackNoStartServer, nil) else { return nil }
        unsafe self.handle = unsafe handle
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: State(handle))
        guard unsafe jack_set_process_callback(handle, witness, UnsafeMutableRawPointer(state)) == 0,
            unsafe jack_activate(handle) == 0
        else { return nil }
    }

    deinit {
        _ = unsafe jack_client_close(handle)
        unsafe state.pointee.rows.deallocate()
        unsafe state.deinitialize(count: 1).deallocate()
    }

    /// Changes so far, in order.
    public var changes: [Change] {
        let count = unsafe state.pointee.count.load(ordering: .acquiring)
        return (0..<count).map { index in
            let row = unsafe state.pointee.rows[index]
            return Change(isRolling: row.0 == 1, jackFrame: row.1, place: row.2)
        }
    }

    /// Position of the transport now, in frames.
    public var place: UInt32 {
        var place: UInt32 = 0
        _ = unsafe dicta_transport(handle, &place)
        return place
    }

    /// Waits for the change of this number, counted from 0; nil when it does not come in time.
    public func change(_ number: Int, within seconds: Double = 10) -> Change? {
        Pause.until(seconds) { changes.count > number }
        return changes.dropFirst(number).first
    }
}

private func witness(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    unsafe argument?.assumingMemoryBound(to: TransportWitness.State.self).pointee.look()
    return 0
}
