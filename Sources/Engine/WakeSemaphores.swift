// Room: Engine. Made by the control loop.

/// What wakes each of the threads that the JACK thread feeds, and the JACK thread itself while it freewheels.
struct WakeSemaphores: Sendable {
    let writer = WakeSemaphore()
    let reader = WakeSemaphore()
    let monitor = WakeSemaphore()
    /// Passed on to the control loop, which sleeps elsewhere.
    let control = WakeSemaphore()
    /// Posted by writer, reader and monitor thread after progress.
    let progress = WakeSemaphore()
}
