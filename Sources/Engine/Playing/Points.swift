// Points of the A-B loop. Control loop only.
internal import Playback

/// The points of an A-B loop, in timeline frames; one of them may be missing.
struct Points {
    /// Start of the loop.
    var a: Int64?
    /// End of the loop: the first frame after it.
    var b: Int64?

    /// The loop between both points; nil until both are set.
    var loop: Route.Loop? {
        guard let a, let b else { return nil }
        return Route.Loop(a: a, b: b)
    }
}
