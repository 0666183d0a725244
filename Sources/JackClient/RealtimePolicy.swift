// Scheduling policy of a thread that serves the process callback. The thread itself only.
internal import Realtime
internal import Synchronization
internal import System

/// Gives a thread JACK's realtime policy while it serves a client, and takes it back in freewheel, as libjack does with its
/// own threads: a freewheeling server runs as fast as it can, and a realtime thread that keeps up with it would stop every
/// other program of the machine. So would one whose work never ends: a thread that takes a processor for itself for a second has
/// the ordinary policy for the next four, or until it rests.
public struct RealtimePolicy {
    /// Place of a thread among those of the engine, by the time that it has for its work.
    public enum Rank: Sendable {
        /// Milliseconds: right below JACK's own thread.
        case monitor
        /// Half a second: below the monitor, so that a locate does not hold a monitored voice up.
        case reader

        /// Steps below the priority of JACK's own thread.
        fileprivate var steps: Int32 { self == .monitor ? 1 : 5 }
    }

    /// Seconds of work that are judged together, and seconds for which the policy is given up.
    private static let (window, pause) = (1.0, 4.0)

    private let rank: Rank
    /// True after the realtime policy was asked for, even if the system refused it: a refusal is not tried again.
    private var isAsked = false
    /// Processor time of the thread.
    private let clock = Clock.ofThisThread
    /// Time and processor time at which the present work began; nil after a rest.
    private var begun: (at: Moment, used: Double)?
    /// End of the time for which the policy is given up; nil otherwise.
    private var spared: Moment?

    /// The policy of a thread that has just begun: the ordinary one.
    public init(_ rank: Rank) { self.rank = rank }

    /// Follows the client's mode; called in each piece of the work. Costs one atomic load and a look at the clock unless
    /// something changed. Without the realtime policy, the thread is as reliable as the machine is quiet.
    public mutating func follow(_ client: JackClient?) {
        guard let client, unsafe !client.link.pointee.isFreewheeling.load(ordering: .relaxed) else { return giveUp() }
        judge(Moment.now)
        guard spared == nil else { return giveUp() }
        guard !isAsked else { return }
        isAsked = true
        _ = client.makeThisThreadRealtime(below: rank.steps)
    }

    /// Spares the machine after a second with hardly anything but work. Waiting for a disk is none.
    private mutating func judge(_ now: Moment) {
        if let spared, now.seconds(since: spared) >= 0 { rest() }
        guard let (at, used) = begun else {
            begun = (now, clock?.seconds ?? 0)
            return
        }
        let seconds = now.seconds(since: at)
        guard spared == nil, seconds >= Self.window else { return }
        let total = clock?.seconds ?? 0
        if total - used > 0.9 * seconds { spared = now.later(seconds: Self.pause) }
        begun = (now, total)
    }

    /// Notes that the thread has no work for now, or that its work has become less.
    public mutating func rest() { (begun, spared) = (nil, nil) }

    /// Returns the thread to the ordinary policy, before long work that no period waits for.
    public mutating func giveUp() {
        guard isAsked else { return }
        isAsked = false
        JackClient.makeThisThreadOrdinary()
    }
}
