// Counts of requests without an answer yet. Control loop only; a value.
internal import Control
internal import Dictation
internal import Messages

/// Requests of senders from the network that are started and not answered yet. What waits has memory, and a place before what
/// comes after it: each kind has a limit for all of them together, and one for each host; the owner has none. The kinds do not
/// count against each other: a surface whose questions wait for a disk that hangs can still mark and stop the take.
struct OpenRequests {
    /// The thing that a request waits for.
    enum Kind {
        /// The library's thread.
        case question
        /// Its JACK frame. Not all of the `RealtimeLink.mostHeld` places of the process callback: the owner needs some.
        case held
        /// Anything else: mostly a moment.
        case other

        /// The most that may wait: of one host, and of all.
        var limits: (host: Int, all: Int) {
            switch self {
            case .question: (ControlLimits.questionsOfHost, ControlLimits.questionsOfSurfaces)
            case .held: (ControlLimits.heldOfHost, ControlLimits.heldOfSurfaces)
            case .other: (ControlLimits.openOfHost, ControlLimits.openOfSurfaces)
            }
        }
    }

    /// The part of a request in the limits of its kind: the places of the process callback, or one.
    struct Claim {
        let kind: Kind
        let count: Int
    }

    private var all: [Kind: Int] = [:]
    private var hosts: [Kind: [Sender: Int]] = [:]

    /// The claim of a request. `isOfTake` is true for a marker of the running take, which the writer sets.
    static func claim(of request: Request, isOfTake: Bool) -> Claim {
        switch request.verb {
        case .library, .marker(.marks): Claim(kind: .question, count: 1)
        case _ where request.atFrame != nil:
            // A start, and a stop of what is loaded, are two commands.
            Claim(kind: .held, count: [.playing(.play), .recording(.stop), .recording(.resume)].contains(request.verb) ? 2 : 1)
        case .marker where !isOfTake: Claim(kind: .question, count: 1)
        default: Claim(kind: .other, count: 1)
        }
    }

    /// Notes that a request of a sender begins; or gives the refusal, if too many of its host or of all from the network wait.
    mutating func begin(_ claim: Claim, _ sender: Sender) -> Failure? {
        guard sender.authority != .owner else { return nil }
        let (kind, host, limits) = (claim.kind, sender.host, claim.kind.limits)
        let (own, others) = ((hosts[kind]?[host] ?? 0) + claim.count, (all[kind] ?? 0) + claim.count)
        guard own <= limits.host, others <= limits.all else {
            let most = own <= limits.host ? limits.all : limits.host
            let words = tr(
                most, "busy: \(most) request waits for its answer already; ask again when it has come",
                "busy: \(most) requests wait for their answers already; ask again when some have come")
            return Failure(.busy, words)
        }
        hosts[kind, default: [:]][host] = own
        all[kind] = others
        return nil
    }

    /// Notes that a request of a sender is answered.
    mutating func end(_ claim: Claim, _ sender: Sender) {
        let (kind, host) = (claim.kind, sender.host)
        guard let own = hosts[kind]?[host] else { return }
        hosts[kind]?[host] = own > claim.count ? own - claim.count : nil
        all[kind, default: 0] -= claim.count
    }
}
