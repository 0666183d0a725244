// Watches a process that need not be a child. Any thread.
internal import CLinux
internal import Glibc

/// A running process, held by a descriptor: its number cannot be taken for that of a later process.
public final class ProcessWatch: Sendable {
    private let descriptor: Int32

    /// Finds a running process by its number. Nil if none has it, or if the kernel gives no descriptor.
    public init?(_ process: Int32) {
        guard process > 0 else { return nil }
        descriptor = pidfd_open(process, 0)
        guard descriptor >= 0 else { return nil }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Waits up to `milliseconds` for the end of the process; 0 only looks. True if it has ended. A process counts as ended before
    /// its parent has taken its result.
    public func hasEnded(within milliseconds: Int32 = 0) -> Bool { Poll.wait(reading: [descriptor], milliseconds: milliseconds) }
}
