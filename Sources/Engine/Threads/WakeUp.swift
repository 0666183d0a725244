// End of a thread's sleep. Used by any number of threads, slept on by one.

/// The wake-up of one thread. A wake-up that comes while the thread is awake ends its next sleep, so that none is lost.
protocol WakeUp: Sendable {
    /// Length of a sleep, and whatever else ends it.
    associatedtype Sleep

    /// Ends the sleep of the thread.
    func wake()

    /// Sleeps. The sleeping thread only. Several wake-ups end one sleep, which can also end without any.
    func wait(_ sleep: Sleep)
}
