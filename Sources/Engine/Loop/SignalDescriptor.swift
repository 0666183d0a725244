// Made before any other thread, polled by the control loop.
internal import CLinux
internal import Glibc

/// SIGTERM, SIGINT and SIGHUP as something to poll: all three close everything in order.
final class SignalDescriptor {
    let descriptor: Int32

    /// Blocks the signals in this thread and in all that are made after it.
    init() throws(EngineError) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&set, signal) }
        // A terminal or a log that goes away must not end the engine: SIGPIPE is blocked too, and never looked at.
        var blocked = set
        unsafe sigaddset(&blocked, SIGPIPE)
        let code = unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
        guard code == 0 else { throw EngineError.system(call: "pthread_sigmask", code: code) }
        descriptor = unsafe signalfd(-1, &set, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC))
        guard descriptor >= 0 else { throw EngineError.system(call: "signalfd", code: errno) }
    }

    deinit { close(descriptor) }

    /// The signal that came, if one did.
    func take() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return unsafe read(descriptor, &info, size) == size ? Int32(info.ssi_signo) : nil
    }
}
