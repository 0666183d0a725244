// Settings of playback that pauses while somebody types. Control loop only; a value.
internal import Dictation

/// Values of the settings of typing.
struct TypingSettings {
    /// Seconds without a key after which playback goes on.
    var pause = 1.0
    /// Step back with which it goes on.
    var backstep = TimeSpan.seconds(1)
}
