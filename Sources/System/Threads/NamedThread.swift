// A POSIX thread with a name. Any thread except a realtime one.
internal import CLinux
internal import Glibc

/// A POSIX thread that runs one function to its end. At most one call of `join` may succeed.
public struct NamedThread: Sendable {
    private let thread: pthread_t

    /// Holds the function while it is passed through a C pointer.
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread. `top -H` shows `name`, of 15 bytes at most. Throws `wouldBlock` if the limit of threads is reached.
    public init(_ name: String, _ run: @escaping @Sendable () -> Void) throws(SystemError) {
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
            throw SystemError("pthread_create", code: code)
        }
        // A name that is too long is refused; the thread then runs without a name.
        _ = unsafe pthread_setname_np(thread, name)
        self.thread = thread
    }

    /// Waits for the end of the function. Blocks.
    public func join() {
        // Fails only if the thread was joined before or joins itself; neither can happen here.
        _ = pthread_join(thread, nil)
    }

    /// Waits for the end of the function for `seconds` at most. False if the function still runs.
    public func join(within seconds: Double) -> Bool {
        var until = Clock.monotonic.after(milliseconds: Int(seconds * 1000))
        return unsafe pthread_clockjoin_np(thread, nil, CLOCK_MONOTONIC, &until) == 0
    }
}
