// Waits for descriptors by poll(2). Any thread; blocks the calling thread.
internal import CLinux
internal import Glibc

/// A descriptor and the events to wait for.
public struct PollEntry: Sendable {
    let entry: pollfd

    /// Makes an entry that waits for reading, writing, or both. A negative descriptor is never ready.
    public init(_ descriptor: Int32, reads: Bool = true, writes: Bool = false) {
        self.init(descriptor, events: Int16((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)))
    }

    /// Makes an entry that waits for events of poll(2).
    public init(_ descriptor: Int32, events: Int16) { entry = pollfd(fd: descriptor, events: events, revents: 0) }

    /// The descriptor to wait for.
    public var descriptor: Int32 { entry.fd }
    /// True if the entry waits for writing.
    public var writes: Bool { Int32(entry.events) & POLLOUT != 0 }
}

/// Waits by poll(2).
public enum Poll {
    /// Waits up to `milliseconds` until a descriptor is ready, closed or in error; negative milliseconds wait without limit.
    ///
    /// Returns how many descriptors are; 0 after the time. Throws `interrupted` if a signal handler ends the wait.
    public static func wait(_ entries: [PollEntry], milliseconds: Int32) throws(SystemError) -> Int {
        var list = entries.map(\.entry)
        let count = unsafe poll(&list, nfds_t(list.count), milliseconds)
        guard count >= 0 else { throw .last("poll") }
        return Int(count)
    }

    /// True if the other end of a connected socket has ended: it sends nothing beyond what waits to be read. Does not wait.
    public static func hasEnded(_ descriptor: Int32) -> Bool {
        ((try? wait([PollEntry(descriptor, events: Int16(DICTA_POLL_ENDED))], milliseconds: 0)) ?? 0) > 0
    }

    /// Waits up to `milliseconds` until a descriptor can be read or is closed. Returns true if one is.
    ///
    /// Returns false after the time, and early if a signal handler ends the wait.
    @discardableResult
    public static func wait(reading descriptors: [Int32], milliseconds: Int32) -> Bool {
        ((try? wait(descriptors.map { PollEntry($0) }, milliseconds: milliseconds)) ?? 0) > 0
    }
}
