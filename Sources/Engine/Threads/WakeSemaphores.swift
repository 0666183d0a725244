// Semaphores of a JACK client. Made by the control loop, which keeps them longer than any client.

/// Wake-ups of the threads that the JACK thread feeds, and of the JACK thread itself while it freewheels.
struct WakeSemaphores: Sendable {
    let writer = WakeSemaphore()
    let reader = WakeSemaphore()
    let monitor = WakeSemaphore()
    /// Passed on to the control loop, which sleeps on descriptors: see `ControlWake`.
    let control = WakeSemaphore()
    /// Posted by writer, reader and monitor thread after progress.
    let progress = WakeSemaphore()
}
