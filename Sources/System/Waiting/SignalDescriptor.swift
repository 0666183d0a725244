// Receives signals by poll(2). Made before any other thread starts; one owner at a time.
internal import CLinux
internal import Glibc

/// A signalfd: a descriptor that is readable when a signal has come. No handler runs.
public final class SignalDescriptor {
    /// The descriptor to poll for reading.
    public let descriptor: Int32

    /// Blocks `signals` in this thread and in all threads that it starts later, and receives them here.
    ///
    /// The signals `blocked` are blocked too, and never received.
    public init(_ signals: [Int32], alsoBlocked blocked: [Int32] = []) throws(SystemError) {
        try SignalSet(signals + blocked).block()
        var set = SignalSet(signals).set
        descriptor = unsafe signalfd(-1, &set, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC))
        guard descriptor >= 0 else { throw .last("signalfd") }
    }

    deinit { close(descriptor) }

    /// Takes the number of a signal that has come, without waiting; nil if none has.
    public func take() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return unsafe read(descriptor, &info, size) == size ? Int32(info.ssi_signo) : nil
    }
}
