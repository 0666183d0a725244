// Wake-up from poll(2) by an eventfd. Any thread but JACK's may wake; one thread sleeps.
internal import CLinux
internal import Glibc

/// An eventfd that wakes a thread from poll(2), so that the thread can sleep on other descriptors too.
final class WakeDescriptor: WakeUp {
    /// Length of a sleep and further descriptors that end it.
    struct Sleep {
        /// Milliseconds; negative for no limit.
        let milliseconds: Int32
        /// Other descriptors that end the sleep when they become readable.
        var descriptors: [Int32] = []
    }

    /// The eventfd, for a thread that calls poll(2) itself.
    let descriptor: Int32

    /// Makes the eventfd. Throws `EngineError.system`.
    init() throws(EngineError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw EngineError.system(call: "eventfd", code: errno) }
    }

    deinit { close(descriptor) }

    func wake() {
        // EAGAIN means that the counter is full; the thread wakes all the same.
        _ = eventfd_write(descriptor, 1)
    }

    /// Resets the eventfd. Sleeping thread only.
    func clear() {
        var count: eventfd_t = 0
        // EAGAIN means that no one has written since the last call.
        _ = unsafe eventfd_read(descriptor, &count)
    }

    func wait(_ sleep: Sleep) {
        var polled = ([descriptor] + sleep.descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // An interrupted poll(2) costs one needless turn.
        _ = unsafe poll(&polled, nfds_t(polled.count), sleep.milliseconds)
        clear()
    }
}
