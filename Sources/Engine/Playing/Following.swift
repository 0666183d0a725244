// Recordings that are opened ahead, to follow the one that plays. Control loop only; a value.
internal import Dictation
internal import Player
internal import System

/// The recordings of the queue that are opened ahead, and the numbers by which the reader knows them.
struct Following {
    /// A recording on its way.
    struct Ahead {
        /// The item of the queue.
        var item: PlayQueue.Item
        /// Number of the load.
        let load: UInt64
        /// The recording as it was found, until the reader has opened it.
        var found: Opening
        /// The open recording; nil while it is being opened.
        var target: Loaded?
        /// Timeline frame at which it begins.
        var start: Int64 = 0
        /// Its number for the callback; nil while it is being opened.
        var generation: UInt32?
    }

    /// The recordings, in order.
    var ahead: [Ahead] = []
    /// All recordings that the reader was told since the last locate, by number: one that was taken out again may be in the ring
    /// already.
    var told: [UInt32: Loaded] = [:]
    /// Items that cannot be played, passed over until the queue changes.
    var failed: Set<Int> = []
    /// Number of the locate that the recordings follow.
    var base: UInt32 = 0
    /// Last number that was given out.
    var last: UInt32 = 0
    /// The item of the queue that the recordings follow.
    var item: Int?
    /// The plan that the reader has.
    var plan = FollowPlan()

    /// Recordings opened since `begun`.
    private var opened = 0
    private var begun = Moment.now

    /// Counts a recording to open at `now`; false while it has to wait. Recordings of a few frames cannot be opened as fast as
    /// they are heard, and the try would take a processor for itself.
    mutating func mayOpen(_ now: Moment) -> Bool {
        if now.seconds(since: begun) >= Self.pace { (opened, begun) = (0, now) }
        guard opened < Self.most else { return false }
        opened += 1
        return true
    }

    /// Seconds in which `most` recordings are opened.
    static let pace = 0.2
    /// Seconds of sound that are opened ahead.
    static let seconds = 3.0
    /// Most recordings that are opened ahead.
    static let most = 16

    /// The open recordings up to the first that is not open yet.
    var ready: [Ahead] { Array(ahead.prefix { $0.target != nil }) }

    /// Gives a recording and its files their new names; `paths` has the new paths by the old ones.
    mutating func rename(_ name: String, to newName: String, _ paths: [String: String]) {
        for index in ahead.indices {
            if ahead[index].item.name == name { ahead[index].item.name = newName }
            if let path = paths[ahead[index].found.path] {
                (ahead[index].found.name, ahead[index].found.path) = (newName, path)
                ahead[index].found.source = ahead[index].found.source?.renamed(paths)
            }
            ahead[index].target = ahead[index].target?.renamed(name, to: newName, paths)
        }
        told = told.mapValues { $0.renamed(name, to: newName, paths) }
    }
}
