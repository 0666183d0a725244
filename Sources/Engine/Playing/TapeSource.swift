// Room: Engine. A value any thread may hold.
internal import Deck
internal import Dictation
internal import Storage

/// What is to be read for playing.
enum TapeSource: Sendable, Hashable {
    /// All of one audio file.
    case file(String)
    /// What a timeline has made of several.
    case reels([Reel])
    /// A take that is still being written, of which so many frames can be read, after what is heard before it.
    case take(after: [Reel], path: String, frames: Int64)

    /// Of a recording whose first audio file is at `path`, or at `decoded` where only ffmpeg reads it. A take that nobody has edited
    /// is its file, as long as that is now.
    init(_ recording: Recording, at path: String, decoded: String? = nil, in library: Library) {
        if recording.isUnedited || decoded != nil && !recording.segments.contains(where: { library.path(of: $0.file) == path }) {
            self = .file(decoded ?? path)
        } else {
            self = .reels(
                Self.reels(recording.timeline, rate: recording.rate, in: library).map { reel in
                    guard let decoded, reel.path == path else { return reel }
                    return Reel(path: decoded, first: reel.first, length: reel.length, rate: reel.rate)
                })
        }
    }

    static func reels(_ timeline: Timeline, rate: Int, in library: Library) -> [Reel] {
        timeline.spans.map { Reel(path: library.path(of: $0.segment), first: $0.first, length: $0.length, rate: rate) }
    }

    var isGrowing: Bool { if case .take = self { true } else { false } }

    /// Reader thread. Blocks on the disk.
    func open() throws(DeckError) -> Tape {
        switch self {
        case .file(let path): try Tape(path: path)
        case .reels(let reels): try Tape(reels: reels)
        case .take(let before, let path, let frames): try Tape(reels: before, path: path, growing: frames)
        }
    }
}
