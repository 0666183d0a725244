// A change of the sound that is not heard yet. Reader thread only; a value.

/// A change of the sound: requested, or on its way to be heard.
struct PendingChange {
    /// True when a change was requested for which no splice has been made yet.
    var isWanted = false
    /// Timeline frames by which the playhead moves as well.
    var shift: Int64 = 0
    /// Nudges that requested the move.
    var nudges: [UInt32] = []
    /// True when a new loop was set: a playhead past its end goes to its start.
    var entersLoop = false
    /// True when the playhead was moved past the end of the loop on purpose.
    var leavesLoop = false
    /// True when the same music continues, only at another rate or pitch.
    var isSamePlace = true

    /// Seconds that it takes to make a splice, measured on the latest ones.
    var cost = 0.012

    /// The splice on its way to be heard; nil when there is none.
    var sent: Sent?

    /// A splice that was sent to the callback.
    struct Sent {
        /// Edition that plays before the splice.
        var from: UInt32
        /// Edition that plays after the splice.
        var to: UInt32
        /// Ring position at which the new edition takes over.
        var at: Int
        /// Timeline frames by which the splice moves the playhead.
        var shift: Int64
        /// True when the splice enters a new loop.
        var entersLoop: Bool
    }

    /// True while a change is requested or on its way.
    var isOpen: Bool { isWanted || sent != nil }
}
