// Wake-up out of poll(2). Written by any thread but the JACK thread, polled by one.
internal import CLinux
internal import Glibc

/// An eventfd: a counter that is readable once it was written.
public final class EventDescriptor: Sendable {
    /// For poll(2).
    public let descriptor: Int32

    /// Makes one that is not readable.
    public init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw .last("eventfd") }
    }

    deinit { close(descriptor) }

    /// Makes it readable.
    public func wake() {
        // EAGAIN means that the counter is full, which is awake enough.
        _ = eventfd_write(descriptor, 1)
    }

    /// Makes it unreadable again.
    public func clear() {
        var count: eventfd_t = 0
        // EAGAIN means that nobody had written.
        _ = unsafe eventfd_read(descriptor, &count)
    }
}
