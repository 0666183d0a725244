// Loss and return of the sources of the inputs. Control loop only; a value without a clock or a graph of its own.
internal import Dictation
internal import System

/// Compares what feeds the inputs with what fed them before.
struct SourceWatch {
    /// State of the sources; the raw value is a word of the topic `sources`.
    enum State: String {
        /// Each input that had a source has one.
        case connected
        /// Nothing is connected, and nothing is missing.
        case none
        /// The port that fed an input is gone.
        case lost
        /// All that comes in is exact silence, after sound.
        case silent
        /// Other ports replace lost ones.
        case fallback
    }

    /// State at the last look.
    private(set) var state = State.none
    /// Connections of ports that are gone, as far as they have fed the inputs in this graph.
    private(set) var gone: [PortConnection] = []
    /// All connections that have fed the inputs in this graph.
    private var known: Set<PortConnection> = []
    /// When a loss was first seen that is not told yet: the ports of a program go one after the other.
    private var lostSince: Moment?

    /// Seconds from the first port that is gone to the loss.
    private static let patience = 0.2

    /// True while a further look is due without a change of the graph.
    var isPending: Bool { lostSince != nil }

    /// Inputs whose port is gone and that nothing feeds.
    func bare(_ feeding: Set<PortConnection>) -> [String] {
        ["in_l", "in_r"].filter { input in
            gone.contains { $0.port == input } && !feeding.contains { $0.port == input }
        }
    }

    /// Looks at the inputs: at the connections that feed them, at those that they should have, and at those in place of others.
    mutating func look(
        feeding: Set<PortConnection>, owed: [PortConnection], fallback: Set<PortConnection>, isSilent: Bool, now: Moment,
        exists: (String) -> Bool
    ) {
        known.formUnion(feeding.subtracting(fallback))
        known.formIntersection(feeding.union(owed))
        gone = owed.filter { known.contains($0) && !exists($0.other) }
        let isLost = !bare(feeding).isEmpty
        if isLost { lostSince = lostSince ?? now } else { lostSince = nil }
        if isLost {
            guard state == .lost || lostSince.map({ now.seconds(since: $0) >= Self.patience }) ?? true else { return }
            lostSince = nil
            state = .lost
        } else if !fallback.isDisjoint(with: feeding) {
            state = .fallback
        } else if feeding.isEmpty {
            state = .none
        } else {
            state = isSilent ? .silent : .connected
        }
    }
}
