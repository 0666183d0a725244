// Interface of a thread's wake-up. Any number of threads may wake; one thread sleeps.

/// The wake-up of one thread. A wake-up that comes while the thread is awake ends the thread's next sleep, so that none is
/// lost.
package protocol WakeUp: Sendable {
    /// Length of a sleep, and any other conditions that end it.
    associatedtype Sleep

    /// Ends the sleep of the thread.
    func wake()

    /// Sleeps. Sleeping thread only. Several wake-ups end one sleep, and a sleep can also end without one.
    func wait(_ sleep: Sleep)
}
