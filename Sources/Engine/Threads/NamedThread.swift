// POSIX thread with a name. Made and joined by any thread but JACK's.
internal import CLinux
internal import Glibc

/// A POSIX thread that runs one function to its end. Joined once at most.
struct NamedThread: Sendable {
    private let thread: pthread_t

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// `name` is shown by `top -H`: 15 bytes at most.
    init(_ name: String, _ run: @escaping @Sendable () -> Void) throws(EngineError) {
        let body = unsafe Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            unsafe body.release()
            throw EngineError.system(call: "pthread_create", code: code)
        }
        // Refused only for a name that is too long; the thread runs all the same.
        _ = unsafe pthread_setname_np(thread, name)
        self.thread = thread
    }

    /// Waits for the end of the function.
    func join() {
        // Fails only for a thread that was joined before or is this one: neither can be.
        _ = pthread_join(thread, nil)
    }

    /// Waits for the end of the function, but not for longer than `seconds`. False where it had not ended by then.
    func join(within seconds: Double) -> Bool {
        var until = timespec.after(milliseconds: Int(seconds * 1000))
        return unsafe pthread_clockjoin_np(thread, nil, CLOCK_MONOTONIC, &until) == 0
    }
}
