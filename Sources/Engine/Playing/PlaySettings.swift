// A value of the control loop, told to the reader.
internal import Playback
internal import Stretch

/// How what is loaded is played: all that a splice can change.
struct PlaySettings: Sendable, Equatable {
    var stretch = StretchSettings()
    var loop: Route.Loop?
    /// Cue or review, while it is held.
    var scan: Route.Scan?
}
