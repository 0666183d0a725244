// Wakes a thread that sleeps in poll(2). Any thread except a realtime one may wake; one thread polls.
internal import CLinux
internal import Glibc

/// An eventfd: a descriptor that is readable from `wake` until `clear`.
public final class EventDescriptor: Sendable {
    /// The descriptor to poll for reading.
    public let descriptor: Int32

    /// Makes a descriptor that is not readable yet.
    public init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw .last("eventfd") }
    }

    deinit { close(descriptor) }

    /// Makes the descriptor readable. Never blocks.
    public func wake() {
        // EAGAIN means that the counter is full: the descriptor is readable already.
        _ = eventfd_write(descriptor, 1)
    }

    /// Makes the descriptor unreadable again. Never blocks.
    public func clear() {
        var count: eventfd_t = 0
        // EAGAIN means that no thread has called `wake`.
        _ = unsafe eventfd_read(descriptor, &count)
    }
}
