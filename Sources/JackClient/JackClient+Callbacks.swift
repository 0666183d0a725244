// Callbacks of libjack. Set before activation by one caller; they run on threads of libjack, note the news and wake the owner.
internal import CJack
internal import Realtime
internal import Synchronization

extension JackClient {
    /// Sets all callbacks; JACK requires this before activation. Throws `callbackRefused`.
    func setCallbacks() throws(JackError) {
        let signals = unsafe signalsArgument
        try check("jack_set_thread_init_callback", unsafe jack_set_thread_init_callback(handle, threadBegins, signals))
        try check(
            "jack_set_process_callback",
            unsafe jack_set_process_callback(handle, dictaProcess, UnsafeMutableRawPointer(statePointer)))
        try check(
            "jack_set_sync_callback", unsafe jack_set_sync_callback(handle, dictaSync, UnsafeMutableRawPointer(statePointer)))
        try check("jack_set_xrun_callback", unsafe jack_set_xrun_callback(handle, xrunHappened, signals))
        try check("jack_set_buffer_size_callback", unsafe jack_set_buffer_size_callback(handle, bufferSizeChanged, signals))
        try check("jack_set_sample_rate_callback", unsafe jack_set_sample_rate_callback(handle, rateChanged, signals))
        try check("jack_set_freewheel_callback", unsafe jack_set_freewheel_callback(handle, freewheelChanged, linkArgument))
        let own = unsafe Unmanaged.passUnretained(self).toOpaque()
        try check("jack_set_port_registration_callback", unsafe jack_set_port_registration_callback(handle, portRegistered, own))
        try check("jack_set_port_connect_callback", unsafe jack_set_port_connect_callback(handle, portConnected, signals))
        try check("jack_set_latency_callback", unsafe jack_set_latency_callback(handle, latencyAsked, own))
        listenToSession()
        // Both are needed: PipeWire calls only the plain one, jackd2 prefers the one with a reason.
        unsafe jack_on_shutdown(handle, serverGone, signals)
        unsafe jack_on_info_shutdown(handle, serverGoneWithWords, signals)
    }

    /// Throws `callbackRefused` for a code other than 0. `call` is the name of the function.
    private func check(_ call: String, _ code: Int32) throws(JackError) {
        guard code == 0 else { throw JackError.callbackRefused(call: call, code: code) }
    }

    /// Reports latency: a recorder ends the capture path and begins the playback path, unless the inputs are monitored.
    /// Called by libjack.
    func reportLatency(_ mode: jack_latency_callback_mode_t) {
        let (ends, beyond) = mode == JackCaptureLatency ? (ports[2...], ports[..<2]) : (ports[..<2], ports[2...])
        var range = jack_latency_range_t(min: 0, max: 0)
        let added = unsafe signalsPointer.pointee.monitorLatency.load(ordering: .relaxed)
        if added >= 0 {
            let ranges = beyond.map { port in
                var range = jack_latency_range_t()
                unsafe jack_port_get_latency_range(port.address, mode, &range)
                return range
            }
            range.min = JackClient.latency(ranges.map(\.min).min() ?? 0, and: added)
            range.max = JackClient.latency(ranges.map(\.max).max() ?? 0, and: added)
        }
        ends.forEach { unsafe jack_port_set_latency_range($0.address, mode, &range) }
    }
}

private func signals(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<JackSignals>? {
    unsafe argument?.assumingMemoryBound(to: JackSignals.self)
}

/// Thread initialisation on the JACK thread before its first period, where system calls are still allowed.
private func threadBegins(_ argument: UnsafeMutableRawPointer?) {
    unsafe signals(argument)?.pointee.stackRefused.store(MemoryLock.lockStack(), ordering: .releasing)
}

private func xrunHappened(_ argument: UnsafeMutableRawPointer?) -> Int32 {
    unsafe signals(argument)?.pointee.xruns.wrappingAdd(1, ordering: .relaxed)
    return 0
}

private func bufferSizeChanged(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    unsafe signals(argument)?.pointee.bufferSize.store(Int(frames), ordering: .relaxed)
    return 0
}

private func rateChanged(_ rate: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    unsafe signals(argument)?.pointee.rate.store(Int(rate), ordering: .relaxed)
    unsafe signals(argument)?.pointee.wake()
    return 0
}

private func freewheelChanged(_ starting: Int32, _ argument: UnsafeMutableRawPointer?) {
    let link = unsafe argument?.assumingMemoryBound(to: RealtimeLink.self)
    unsafe link?.pointee.isFreewheeling.store(starting != 0, ordering: .sequentiallyConsistent)
}

private func portRegistered(_ port: jack_port_id_t, _ isNew: Int32, _ argument: UnsafeMutableRawPointer?) {
    guard let argument = unsafe argument else { return }
    LibjackThread.whole {
        let client = unsafe Unmanaged<JackClient>.fromOpaque(argument).takeUnretainedValue()
        if isNew != 0 { client.noteNew(port) } else { client.noteGone() }
    }
}

private func portConnected(
    _ a: jack_port_id_t, _ b: jack_port_id_t, _ isNew: Int32, _ argument: UnsafeMutableRawPointer?
) {
    unsafe signals(argument)?.pointee.graphChanges.wrappingAdd(1, ordering: .relaxed)
    unsafe signals(argument)?.pointee.wake()
}

private func latencyAsked(_ mode: jack_latency_callback_mode_t, _ argument: UnsafeMutableRawPointer?) {
    guard let argument = unsafe argument else { return }
    LibjackThread.whole { unsafe Unmanaged<JackClient>.fromOpaque(argument).takeUnretainedValue().reportLatency(mode) }
}

private func serverGone(_ argument: UnsafeMutableRawPointer?) {
    LibjackThread.endsByItself()
    unsafe signals(argument)?.pointee.isShutDown.store(true, ordering: .releasing)
    unsafe signals(argument)?.pointee.wake()
}

private func serverGoneWithWords(
    _ code: jack_status_t, _ reason: UnsafePointer<CChar>?, _ argument: UnsafeMutableRawPointer?
) {
    LibjackThread.endsByItself()
    let words = unsafe reason.map { unsafe String(cString: $0) } ?? ""
    unsafe signals(argument)?.pointee.words.withLock { $0 = words }
    unsafe serverGone(argument)
}
