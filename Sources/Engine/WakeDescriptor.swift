// Room: Engine. Written by any thread but the JACK thread, polled by the control loop.
internal import CLinux
internal import Glibc

/// An eventfd: how other threads wake the control loop out of poll(2).
final class WakeDescriptor: Sendable {
    let descriptor: Int32

    init() throws(EngineError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw EngineError.system(call: "eventfd", code: errno) }
    }

    deinit { close(descriptor) }

    func wake() {
        // EAGAIN means that the counter is full, which is awake enough.
        _ = eventfd_write(descriptor, 1)
    }

    func clear() {
        var count: eventfd_t = 0
        // EAGAIN means that nobody had written.
        _ = unsafe eventfd_read(descriptor, &count)
    }
}
