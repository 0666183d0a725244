// Change of the sound that is not heard yet. A value of the reader thread.

/// A change of the sound: asked for, or on its way to be heard.
struct PendingChange {
    /// Something was asked for that no splice was made for yet.
    var isWanted = false
    /// The playhead moves by this beside.
    var shift: Int64 = 0
    /// Nudges that asked for that.
    var nudges: [UInt32] = []
    /// The loop was set anew: a playhead past its end goes to its start.
    var entersLoop = false
    /// The playhead was put past the loop on purpose.
    var leavesLoop = false
    /// The same music goes on, only slower or higher.
    var isSamePlace = true

    /// Seconds that making a splice takes, as the last ones did.
    var cost = 0.012

    /// The splice under way.
    var sent: Sent?

    struct Sent {
        var from: UInt32
        var to: UInt32
        /// Place in the ring where the one takes over from the other.
        var at: Int
        var shift: Int64
        var entersLoop: Bool
    }

    /// Somebody waits for something.
    var isOpen: Bool { isWanted || sent != nil }
}
