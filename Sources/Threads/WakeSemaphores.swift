// Semaphores of a JACK client. Made by the control loop; they must outlive every client.

/// Wake-ups of the threads that the JACK thread feeds, and of the JACK thread itself while it freewheels.
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
    /// Wakes a freewheeling JACK thread; the writer, reader, monitor and bed threads post it after progress.
    package let progress = WakeSemaphore()

    /// Makes all of them.
    package init() {}
}
