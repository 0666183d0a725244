// Room: Engine. Control loop only.

/// The take that is being recorded, as the player sees it.
struct ChaseTake {
    let name: String
    let path: String
    /// In the file, for every reader.
    let frames: Int64
}
