// Signals as something to poll. Made before any other thread; polled by one.
internal import CLinux
internal import Glibc

/// A signalfd: signals that are read and not delivered.
public final class SignalDescriptor {
    /// For poll(2).
    public let descriptor: Int32

    /// Blocks `signals` in this thread and in all that are made after it, and reads them from here on. `blocked` are blocked too
    /// and never looked at.
    public init(_ signals: [Int32], alsoBlocked blocked: [Int32] = []) throws(SystemError) {
        try SignalSet(signals + blocked).block()
        var set = SignalSet(signals).set
        descriptor = unsafe signalfd(-1, &set, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC))
        guard descriptor >= 0 else { throw .last("signalfd") }
    }

    deinit { close(descriptor) }

    /// The signal that came, if one did.
    public func take() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return unsafe read(descriptor, &info, size) == size ? Int32(info.ssi_signo) : nil
    }
}
