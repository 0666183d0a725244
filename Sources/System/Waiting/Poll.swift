// Sleep on descriptors. The sleeping thread only.
internal import CLinux
internal import Glibc

/// A descriptor to sleep on, and what is waited for.
public struct PollEntry: Sendable {
    let entry: pollfd

    /// Waits until the descriptor can be read or written; a negative descriptor is passed over.
    public init(_ descriptor: Int32, reads: Bool = true, writes: Bool = false) {
        self.init(descriptor, events: Int16((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)))
    }

    /// Waits for events of poll(2).
    public init(_ descriptor: Int32, events: Int16) { entry = pollfd(fd: descriptor, events: events, revents: 0) }

    /// The descriptor.
    public var descriptor: Int32 { entry.fd }
    /// True where it is waited for to be writable.
    public var writes: Bool { Int32(entry.events) & POLLOUT != 0 }
}

/// Sleep by poll(2).
public enum Poll {
    /// Sleeps until a descriptor is ready or the milliseconds are over; negative ones have no end. Gives how many are ready.
    /// A signal ends the sleep too (`Errno.interrupted`).
    public static func wait(_ entries: [PollEntry], milliseconds: Int32) throws(SystemError) -> Int {
        var list = entries.map(\.entry)
        let count = unsafe poll(&list, nfds_t(list.count), milliseconds)
        guard count >= 0 else { throw .last("poll") }
        return Int(count)
    }

    /// Sleeps until a descriptor can be read; an interrupted sleep is only an early look. True where one can.
    @discardableResult
    public static func wait(reading descriptors: [Int32], milliseconds: Int32) -> Bool {
        ((try? wait(descriptors.map { PollEntry($0) }, milliseconds: milliseconds)) ?? 0) > 0
    }
}
