// The player's locates on their way. Control loop only; a value.
internal import Dictation
internal import Realtime

/// Locates that have not taken effect. Each one goes to the JACK thread, which learns which generation to play, and to the
/// reader, which renders it.
struct Locates {
    /// A locate as the reader is told.
    struct Locate {
        /// Recording to play.
        var target: Loaded
        /// Timeline frame to play.
        let position: Int64
        /// Number of the locate.
        let generation: UInt32
    }

    /// Number of the latest locate.
    private(set) var generation: UInt32 = 0
    /// Timeline frame of the latest locate until it has taken effect; nil otherwise.
    private(set) var heading: Int64?
    /// The latest locate that holds at once, until it has taken effect; nil otherwise.
    private(set) var bound: Locate?
    /// Generation of a locate at a future frame for which the reader has gone ahead; nil otherwise.
    private var aheadGeneration: UInt32?
    /// Locates at future frames that the reader has not been told yet, with the extended JACK frames at which it is told.
    private var deferred: [(frame: Int64, locate: Locate)] = []

    /// True while the reader has not been told all locates.
    var isWaiting: Bool { !deferred.isEmpty }

    /// True when the latest locate has taken effect, or does before any later one: none waits for a future frame.
    func isLatestAtOnce(_ time: GraphTime) -> Bool {
        time.telemetry.generation == generation || bound?.generation == generation
    }

    /// Numbers of each locate: its own, and those of recordings that follow it without a gap.
    static let stride: UInt32 = 4096

    /// Number for a new locate; never 0.
    var nextGeneration: UInt32 {
        let next = generation / Self.stride &+ 1
        return next > .max / Self.stride ? Self.stride : next * Self.stride
    }

    /// Notes that playback has gone on with a following recording of that number.
    mutating func follow(_ following: UInt32) {
        if generation / Self.stride == following / Self.stride { generation = following }
    }

    /// Notes a locate at extended JACK frame `frame`, or at once, after it was sent. True when the reader is to be told now;
    /// false when it is told 0.3 s before the frame. `rate` in Hz.
    mutating func begin(_ locate: Locate, at frame: Int64, now: Int64, rate: Int) -> Bool {
        heading = locate.position
        generation = locate.generation
        let isAtOnce = frame == RealtimeCommand.atOnce
        if isAtOnce { bound = locate }
        let due = frame - Int64(rate) * 3 / 10
        // Locates at an earlier frame still take effect; later ones are replaced.
        deferred.removeAll { $0.frame >= due }
        if due > now {
            deferred.append((due, locate))
            return false
        }
        aheadGeneration = isAtOnce ? nil : locate.generation
        return true
    }

    /// Removes and returns the locates of which the reader is to be told by extended JACK frame `now`.
    mutating func takeDue(_ now: Int64) -> [Locate] {
        guard !deferred.isEmpty else { return [] }
        let due = deferred.filter { $0.frame <= now }.map(\.locate)
        deferred.removeAll { $0.frame <= now }
        aheadGeneration = due.last?.generation ?? aheadGeneration
        return due
    }

    /// Notes that a locate has taken effect.
    mutating func finish(_ finished: UInt32) {
        if generation == finished { heading = nil }
        if bound?.generation == finished { bound = nil }
        if aheadGeneration == finished { aheadGeneration = nil }
    }

    /// Forgets the locates at future frames. True when the reader may have gone ahead to one of them.
    mutating func withdrawHeld() -> Bool {
        defer {
            heading = bound?.position
            aheadGeneration = nil
            deferred = []
        }
        return aheadGeneration != nil
    }

    /// Forgets all locates: none can take effect any more.
    mutating func removeAll() {
        bound = nil
        _ = withdrawHeld()
    }

    /// Gives the recording of the latest locate that holds at once these markers.
    mutating func mark(_ markers: [Marker]) { change { $0.markers = markers } }

    /// Changes the recording of the latest locate that holds at once.
    mutating func change(_ change: (inout Loaded) -> Void) {
        if var locate = bound {
            change(&locate.target)
            bound = locate
        }
    }
}
