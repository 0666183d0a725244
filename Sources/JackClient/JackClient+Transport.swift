// Control of JACK's transport. Any thread but JACK's: each call writes shared memory and never waits.
internal import CJack

extension JackClient {
    /// Starts the transport, which rolls as soon as every slow-sync client is ready.
    public func startTransport() { unsafe jack_transport_start(handle) }

    /// Stops the transport.
    public func stopTransport() { unsafe jack_transport_stop(handle) }

    /// Locates the transport to a transport frame, for all clients. Throws `transportRefused`.
    public func locateTransport(to frame: UInt32) throws(JackError) {
        let code = unsafe jack_transport_locate(handle, frame)
        guard code == 0 else { throw JackError.transportRefused(code: code) }
    }

    /// Sets the time that the transport waits for clients that are not ready, for the whole graph. Throws `transportRefused`.
    public func setTransportPatience(seconds: Double) throws(JackError) {
        let code = unsafe jack_set_sync_timeout(handle, jack_time_t(seconds * 1_000_000))
        guard code == 0 else { throw JackError.transportRefused(code: code) }
    }
}
