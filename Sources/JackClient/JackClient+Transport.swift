// Any thread: each of these writes a word of shared memory and waits for nobody.
internal import CJack

extension JackClient {
    /// The transport rolls as soon as every slow client is ready.
    public func startTransport() { unsafe jack_transport_start(handle) }

    public func stopTransport() { unsafe jack_transport_stop(handle) }

    /// Puts the transport to its frame, for all clients.
    public func locateTransport(to frame: UInt32) throws(JackError) {
        let code = unsafe jack_transport_locate(handle, frame)
        guard code == 0 else { throw JackError.transportRefused(code: code) }
    }

    /// How long the transport waits for clients that are not ready. Holds for the whole graph.
    public func setTransportPatience(seconds: Double) throws(JackError) {
        let code = unsafe jack_set_sync_timeout(handle, jack_time_t(seconds * 1_000_000))
        guard code == 0 else { throw JackError.transportRefused(code: code) }
    }
}
