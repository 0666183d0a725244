// Semaphores of a JACK client. Made by the control loop; they must outlive every client.

/// Wake-ups of the threads that the JACK thread feeds.
package struct WakeSemaphores: Sendable {
    /// Wakes the writer thread.
    package let writer = WakeSemaphore()
    /// Wakes the reader thread.
    package let reader = WakeSemaphore()
    /// Wakes the monitor thread.
    package let monitor = WakeSemaphore()
    /// Wakes the bed thread.
    package let bed = WakeSemaphore()
    /// Wakes the wake thread, which wakes the control loop: see `ControlWake`.
    package let control = WakeSemaphore()

    /// Makes all of them.
    package init() {}
}
