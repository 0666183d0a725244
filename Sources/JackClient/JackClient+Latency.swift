// Latencies of the graph and realtime scheduling of threads. Any thread but JACK's unless noted.
internal import CJack
internal import Synchronization

extension JackClient {
    /// Longest latency from the outputs to the loudspeaker, in frames. Reads shared memory and never blocks. Any thread.
    public var playbackLatency: Int { longest(JackPlaybackLatency, of: ports[2...3]) }

    /// Longest latency from a sound in the outputs, which somebody hears and plays along with, to what is played in the inputs;
    /// in frames. A neighbour can report any number. Reads shared memory and never blocks. Any thread.
    public var roundTripLatency: Int { playbackLatency + longest(JackCaptureLatency, of: ports[0...1]) }

    private func longest(_ mode: JackLatencyCallbackMode, of ports: ArraySlice<JackPointer>) -> Int {
        ports.reduce(0) { longest, port in
            var range = jack_latency_range_t()
            unsafe jack_port_get_latency_range(port.address, mode, &range)
            return max(longest, Int(range.max))
        }
    }

    /// Adds `own` frames to a neighbour's latency in frames. A neighbour can report any number, so the sum is limited to the
    /// largest that JACK can hold. Any thread.
    package static func latency(_ neighbour: UInt32, and own: Int) -> UInt32 {
        UInt32(clamping: Int(neighbour) + min(max(own, 0), Int(UInt32.max)))
    }

    /// Sets the latency from the inputs to the outputs that the next latency callback reports, in frames; nil while the inputs
    /// are not monitored. Any thread.
    public func setMonitorLatency(_ frames: Int?) {
        unsafe signalsPointer.pointee.monitorLatency.store(frames ?? -1, ordering: .relaxed)
    }

    /// Makes the server ask all clients for their latencies again. One caller at a time; may block on a frozen server. Throws
    /// `latencyRefused`.
    public func recomputeLatencies() throws(JackError) {
        let code = unsafe jack_recompute_total_latencies(handle)
        guard code == 0 else { throw JackError.latencyRefused(code: code) }
    }

    /// Gives the calling thread JACK's realtime policy, `steps` below JACK's own priority, as far as there are so many. Returns
    /// false when the system refuses.
    func makeThisThreadRealtime(below steps: Int32) -> Bool {
        let highest = unsafe jack_client_real_time_priority(handle)
        guard highest > 0 else { return false }
        return jack_acquire_real_time_scheduling(pthread_self(), max(1, highest - steps)) == 0
    }

    /// Returns the calling thread to the ordinary scheduling policy.
    static func makeThisThreadOrdinary() {
        // After a failure the thread keeps its realtime policy, and works as before.
        _ = jack_drop_real_time_scheduling(pthread_self())
    }
}
