// Control loop only.
internal import Playback

/// The take that is being recorded, as the player sees it.
struct ChaseTake {
    let name: String
    let path: String
    /// What is heard before it, where it is one of several takes.
    let before: [FileSpan]
    /// In the file, for every reader.
    let frames: Int64
}
