// Latencies of the graph, and the policy of a thread. Any thread but JACK's, where nothing else is said.
internal import CJack
internal import Synchronization

extension JackClient {
    /// Any thread. Frames from the outputs to where they are heard, the longest way. Reads shared memory.
    public var playbackLatency: Int {
        var range = jack_latency_range_t()
        unsafe jack_port_get_latency_range(ports[2].address, JackPlaybackLatency, &range)
        return Int(range.max)
    }

    /// Any thread. Frames of a neighbour's latency and `own` more. A neighbour can say any number: the sum stays at the largest
    /// that JACK can hold.
    package static func latency(_ neighbour: UInt32, and own: Int) -> UInt32 {
        UInt32(clamping: Int(neighbour) + min(max(own, 0), Int(UInt32.max)))
    }

    /// Any thread. What the next latency callback says of the way from the inputs to the outputs; nil: there is none.
    public func setMonitorLatency(_ frames: Int?) {
        unsafe signalsPointer.pointee.monitorLatency.store(frames ?? -1, ordering: .relaxed)
    }

    /// JACK worker thread: asks the server, which may be frozen. All clients are asked for their latencies anew.
    public func recomputeLatencies() throws(JackError) {
        let code = unsafe jack_recompute_total_latencies(handle)
        guard code == 0 else { throw JackError.latencyRefused(code: code) }
    }

    /// The thread that calls it runs under JACK's realtime policy from now on, below JACK's own; false where that is refused.
    public func makeThisThreadRealtime() -> Bool {
        let highest = unsafe jack_client_real_time_priority(handle)
        guard highest > 0 else { return false }
        return jack_acquire_real_time_scheduling(pthread_self(), max(1, highest - 5)) == 0
    }

    /// The thread that calls it is one like all others again.
    public static func makeThisThreadOrdinary() {
        // Nothing is lost by a thread that stays what it is.
        _ = jack_drop_real_time_scheduling(pthread_self())
    }
}
