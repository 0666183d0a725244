// Recordings that follow the one that plays without a gap. Any thread; values.

/// A recording to go on with where the one before it ends.
package struct Follow: Sendable, Equatable {
    /// Number of the load.
    let load: UInt64
    /// Timeline frame at which it begins.
    let frame: Int64
    /// Generation of its blocks: a number of its own behind that of the locate.
    let generation: UInt32
    /// Settings with which it plays.
    let settings: PlaySettings

    /// The recording of a load, from a timeline frame on.
    package init(load: UInt64, frame: Int64, generation: UInt32, settings: PlaySettings) {
        (self.load, self.frame, self.generation, self.settings) = (load, frame, generation, settings)
    }
}

/// Recording that follows the one of a locate.
package struct FollowPlan: Sendable, Equatable {
    /// Number of the locate.
    var base: UInt32 = 0
    /// The recordings, in order.
    package var list: [Follow] = []
    /// True when more will follow the last one: the reader waits for it there.
    package var isMore = false

    /// A plan without recordings, behind that locate.
    package init(base: UInt32 = 0) { self.base = base }
}

/// The reader's way through a plan: which recordings are in the ring, and where they begin.
struct FollowState {
    /// A recording that begins in the ring.
    struct Begun {
        let follow: Follow
        /// Ring position of its first frame.
        let position: Int
        /// The load, generation and settings before it, for a change of the sound ahead of this place.
        let load: UInt64
        let generation: UInt32
        var settings: PlaySettings
        let leavesLoop: Bool
    }

    /// The plan in force.
    var plan = FollowPlan()
    /// The plan that came before its locate; nil otherwise.
    var coming: FollowPlan?
    /// Recordings that begin in the ring and are not heard yet, in order.
    var begun: [Begun] = []
    /// Loads that nobody wants any more, but whose frames are in the ring.
    var unwanted: Set<UInt64> = []
    /// True while the end of the last recording is in the ring and the next one is not known yet.
    var isAwaiting = false

    /// The recording to begin with next; nil when none is ready. `playing` is the generation that is rendered.
    func next(after playing: UInt32) -> Follow? {
        plan.list.first { Int32(bitPattern: $0.generation &- playing) > 0 }
    }

    /// True when playback goes on behind the recording of generation `playing`.
    func goesOn(after playing: UInt32) -> Bool { plan.isMore || next(after: playing) != nil }

    /// True if frames in the ring belong to a load.
    func isInRing(_ load: UInt64) -> Bool { begun.contains { $0.follow.load == load || $0.load == load } }

    /// Begins with a locate.
    mutating func locate(_ generation: UInt32) {
        let isIts = coming?.base == generation
        (plan, begun, isAwaiting) = (isIts ? coming ?? FollowPlan() : FollowPlan(base: generation), [], false)
        coming = nil
    }
}
