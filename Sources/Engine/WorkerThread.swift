// Room: Engine. Made and joined by the control loop.
internal import CLinux
internal import Glibc

/// A named POSIX thread that runs one function to its end.
final class WorkerThread {
    private var thread = pthread_t()

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// `name` is what `top -H` shows: 15 bytes at most.
    init(name: String, _ run: @escaping @Sendable () -> Void) throws(EngineError) {
        let body = unsafe Unmanaged.passRetained(Body(run))
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
    }

    func join() {
        // Fails only for a thread that was joined before or is this one: neither can be.
        _ = pthread_join(thread, nil)
    }
}
