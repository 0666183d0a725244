// Control loop only.
internal import Playback

/// The points of an A-B loop, of which one may still be missing.
struct Points {
    var a: Int64?
    var b: Int64?

    /// Once there are two.
    var loop: Route.Loop? {
        guard let a, let b else { return nil }
        return Route.Loop(a: a, b: b)
    }
}
