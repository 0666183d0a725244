// A connection to the session's D-Bus. One owner at a time; never blocks.
internal import CSystemBus

/// A connection to the user's D-Bus, for media keys and for notifications. Nothing waits for the bus: messages are queued until it
/// takes them, and answers arrive by `process`.
@safe
final class BusConnection {
    private let library: BusLibrary
    private let bus: UnsafeMutableRawPointer
    /// Takes each message that has come. True if it was handled; sd-bus answers calls that were not.
    var receive: (BusMessage) -> Bool = { _ in false }
    /// True if the last `process` has left messages: the descriptor does not tell of them.
    private(set) var hasMore = false

    /// Connects to the session bus. Nil without libsystemd or a session bus.
    init?() {
        guard let library = BusLibrary() else { return nil }
        var bus: UnsafeMutableRawPointer?
        guard unsafe dicta_bus_open_user(library.functions, &bus) >= 0, let bus = unsafe bus else { return nil }
        self.library = library
        unsafe self.bus = unsafe bus
        let own = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard unsafe dicta_bus_add_filter(library.functions, bus, nil, received, own) >= 0 else { return nil }
    }

    deinit { _ = unsafe dicta_bus_close_unref(library.functions, bus) }

    /// The descriptor for poll(2).
    var descriptor: Int32 { unsafe dicta_bus_get_fd(library.functions, bus) }
    /// The events to poll for.
    var events: Int16 { unsafe Int16(truncatingIfNeeded: max(0, dicta_bus_get_events(library.functions, bus))) }

    /// True while messages wait for the bus to take them.
    var hasUnsent: Bool {
        var count: UInt64 = 0
        let code = unsafe dicta_bus_get_n_queued_write(library.functions, bus, &count)
        return code >= 0 && count > 0
    }

    /// Sends and receives, at most 100 messages at a time. False if the bus is gone.
    func process() -> Bool {
        var code: Int32 = 1
        var rounds = 0
        while code > 0, rounds < 100 {
            code = unsafe dicta_bus_process(library.functions, bus, nil)
            rounds += 1
        }
        hasMore = code > 0
        return code >= 0
    }

    /// Asks for a name on the bus, which may not be free. False if the bus is gone.
    func requestName(_ name: String) -> Bool {
        unsafe dicta_bus_request_name_async(library.functions, bus, nil, name, 0, nil, nil) >= 0
    }

    /// Sends a signal with the values that `fill` writes.
    func signal(_ path: String, _ interface: String, _ member: String, _ fill: (BusMessage) -> Void) {
        var signal: UnsafeMutableRawPointer?
        guard unsafe dicta_bus_message_new_signal(library.functions, bus, &signal, path, interface, member) >= 0,
            let message = unsafe signal
        else { return }
        let out = unsafe BusMessage(library, message)
        fill(out)
        out.send()
    }

    /// Makes a call, which `send` or `sendAsking` sends. Nil if sd-bus refuses a name.
    func call(to destination: String, _ path: String, _ interface: String, _ member: String) -> BusMessage? {
        var call: UnsafeMutableRawPointer?
        guard unsafe dicta_bus_message_new_method_call(library.functions, bus, &call, destination, path, interface, member) >= 0,
            let message = unsafe call
        else { return nil }
        return unsafe BusMessage(library, message)
    }

    /// Hands a message of sd-bus over. Returns 1 if it was handled, otherwise 0.
    fileprivate func take(_ message: UnsafeMutableRawPointer) -> Int32 {
        receive(unsafe BusMessage(library, message, isOurs: false)) ? 1 : 0
    }
}

/// The filter that sd-bus calls for each message.
private func received(
    _ message: UnsafeMutableRawPointer?, _ own: UnsafeMutableRawPointer?, _ error: UnsafeMutableRawPointer?
) -> Int32 {
    guard let message = unsafe message, let own = unsafe own else { return 0 }
    return unsafe Unmanaged<BusConnection>.fromOpaque(own).takeUnretainedValue().take(message)
}
