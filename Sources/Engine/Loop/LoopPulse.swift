// Signs of life of the control loop. The control loop writes, the watch thread reads.
internal import Synchronization

/// The work of the control loop now, in atomic words.
final class LoopPulse: Sendable {
    /// Parts of a round that are no desk's turn.
    enum Place {
        /// The loop sleeps, or begins a round.
        static let between = -1
        /// The engine closes: it waits for disks and threads, as long as they take.
        static let closing = -2
    }

    /// Names of the desks, in the order of their turns.
    let names: [String]
    private let rounds = Atomic<UInt64>(0)
    private let place = Atomic<Int>(Place.between)
    /// Milliseconds of a standstill that is over and not told yet, and the place of it.
    private let stillness = Atomic<Int>(0)
    private let stillPlace = Atomic<Int>(Place.between)

    init(names: [String]) { self.names = names }

    // MARK: Control loop

    /// Notes that a round begins.
    func beat() {
        place.store(Place.between, ordering: .relaxed)
        rounds.add(1, ordering: .releasing)
    }

    /// Notes that a desk gets its turn, or a place of `Place`.
    func enter(_ number: Int) { place.store(number, ordering: .relaxed) }

    /// The standstill that is over, once; nil for none.
    func takeStillness() -> (milliseconds: Int, place: String)? {
        let milliseconds = stillness.exchange(0, ordering: .acquiring)
        return milliseconds > 0 ? (milliseconds, name(stillPlace.load(ordering: .relaxed))) : nil
    }

    // MARK: Watch thread

    /// The number of the round, and the place in it.
    var now: (round: UInt64, place: Int) { (rounds.load(ordering: .acquiring), place.load(ordering: .relaxed)) }

    /// Notes a standstill that is over, for the loop to tell.
    func note(milliseconds: Int, place: Int) {
        stillPlace.store(place, ordering: .relaxed)
        stillness.store(milliseconds, ordering: .releasing)
    }

    /// The place in words.
    func name(_ place: Int) -> String {
        names.indices.contains(place) ? names[place] : place == Place.closing ? "closing" : "between two turns"
    }
}
