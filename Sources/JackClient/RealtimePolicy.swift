// Scheduling policy of a thread that serves the process callback. The thread itself only.
internal import Realtime
internal import Synchronization

/// Gives a thread JACK's realtime policy while it serves a client, and takes it back in freewheel, as libjack does with its
/// own threads: a freewheeling server runs as fast as it can, and a realtime thread that keeps up with it would stop every
/// other program of the machine.
public struct RealtimePolicy {
    /// True after the realtime policy was asked for, even if the system refused it: a refusal is not tried again.
    private var isAsked = false

    /// The policy of a thread that has just begun: the ordinary one.
    public init() {}

    /// Follows the client's mode; called in each turn of the thread. Costs one atomic load unless something changed. Without
    /// the realtime policy, the thread is as reliable as the machine is quiet.
    public mutating func follow(_ client: JackClient?) {
        guard let client, unsafe !client.link.pointee.isFreewheeling.load(ordering: .relaxed) else { return giveUp() }
        guard !isAsked else { return }
        isAsked = true
        _ = client.makeThisThreadRealtime()
    }

    /// Returns the thread to the ordinary policy, before long work that no period waits for.
    public mutating func giveUp() {
        guard isAsked else { return }
        isAsked = false
        JackClient.makeThisThreadOrdinary()
    }
}
