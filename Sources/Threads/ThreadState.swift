// Interface of a thread's state. Made, used and destroyed on the thread of its `Worker`, and nowhere else.

/// The state that one thread owns, and the work done with it.
///
/// Not copyable, so that only one instance exists: a turn changes it in place.
package protocol ThreadState: ~Copyable, SendableMetatype {
    /// Orders that the thread takes.
    associatedtype Order: Sendable
    /// The kind of wake-up that the thread sleeps on.
    associatedtype Wake: WakeUp

    /// Carries out one order. All orders that have come are carried out in the order of posting before the next turn.
    mutating func obey(_ order: Order)

    /// Does the work that is ready, and gives the length of the sleep until the next turn. A message or a wake-up ends the
    /// sleep early; nil ends the thread.
    mutating func turn() -> Wake.Sleep?
}
