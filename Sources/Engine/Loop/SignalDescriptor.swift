// Signals of the process, for poll(2). Made before any other thread; one thread polls it.
internal import CLinux
internal import Glibc

/// Makes SIGTERM, SIGINT and SIGHUP readable from a descriptor; all three close the engine in order.
final class SignalDescriptor {
    /// The signalfd.
    let descriptor: Int32

    /// Blocks the signals in this thread and in all threads made after it. Throws `EngineError.system`.
    init() throws(EngineError) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&set, signal) }
        // SIGPIPE is blocked too and never read: a terminal or log that goes away must not end the engine.
        var blocked = set
        unsafe sigaddset(&blocked, SIGPIPE)
        let code = unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
        guard code == 0 else { throw EngineError.system(call: "pthread_sigmask", code: code) }
        descriptor = unsafe signalfd(-1, &set, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC))
        guard descriptor >= 0 else { throw EngineError.system(call: "signalfd", code: errno) }
    }

    deinit { close(descriptor) }

    /// The number of the signal that came; nil if none did. Never blocks.
    func take() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return unsafe read(descriptor, &info, size) == size ? Int32(info.ssi_signo) : nil
    }
}
