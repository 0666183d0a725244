// Settings of playback: rate, pitch, loop and scan. Any thread; a value.
internal import Playback
internal import Stretch

/// Everything about playback that a splice can change.
struct PlaySettings: Sendable, Equatable {
    /// Rate and pitch, and the way they are made.
    var stretch = StretchSettings()
    /// Loop in timeline frames; nil without one.
    var loop: Route.Loop?
    /// Cue or review while it is held; nil otherwise.
    var scan: Route.Scan?
}
