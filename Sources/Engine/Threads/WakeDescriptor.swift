// Wake-up out of poll(2). Written by any thread but the JACK thread, polled by one.
internal import CLinux
internal import Glibc

/// An eventfd: wakes a thread that sleeps on other descriptors too.
final class WakeDescriptor: WakeUp {
    struct Sleep {
        /// No end where it is negative.
        let milliseconds: Int32
        /// Descriptors of others: readable, they end the sleep too.
        var descriptors: [Int32] = []
    }

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

    func wait(_ sleep: Sleep) {
        var polled = ([descriptor] + sleep.descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // An interrupted wait is only an early look.
        _ = unsafe poll(&polled, nfds_t(polled.count), sleep.milliseconds)
        clear()
    }
}
