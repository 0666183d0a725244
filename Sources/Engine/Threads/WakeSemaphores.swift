// Semaphores of a JACK client. Made by the control loop; they must outlive every client.

/// Wake-ups of the threads that the JACK thread feeds, and of the JACK thread itself while it freewheels.
struct WakeSemaphores: Sendable {
    /// Wakes the writer thread.
    let writer = WakeSemaphore()
    /// Wakes the reader thread.
    let reader = WakeSemaphore()
    /// Wakes the monitor thread.
    let monitor = WakeSemaphore()
    /// Wakes the bed thread.
    let bed = WakeSemaphore()
    /// Wakes the wake thread, which wakes the control loop: see `ControlWake`.
    let control = WakeSemaphore()
    /// Wakes a freewheeling JACK thread; the writer, reader, monitor and bed threads post it after progress.
    let progress = WakeSemaphore()
}
