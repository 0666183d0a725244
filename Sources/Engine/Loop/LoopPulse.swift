// Signs of life of the control loop. The control loop writes, the watch thread reads.
internal import Control
internal import Dictation
internal import Synchronization
internal import System

/// A time in which the control loop did not turn.
struct Standstill: Sendable, Equatable {
    /// Length in milliseconds.
    var milliseconds: Int
    /// The desk that had its turn, and the message that it worked at.
    var place: String
    /// True if the loop computed for most of the time; false if it waited, as for a disk.
    var isBusy: Bool
}

/// The work of the control loop now.
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
    /// A standstill that is over and not told yet.
    private let stillness = Mutex<Standstill?>(nil)
    /// The message that is carried out now.
    private let message = Mutex<Ticket?>(nil)
    /// Processor time of the loop's thread.
    private let time = Clock.ofThisThread

    /// Makes a pulse. Call it on the thread of the loop.
    init(names: [String]) { self.names = names }

    // MARK: Control loop

    /// Notes that a round begins.
    func beat() {
        place.store(Place.between, ordering: .relaxed)
        rounds.add(1, ordering: .releasing)
    }

    /// Notes that a desk gets its turn, or a place of `Place`.
    func enter(_ number: Int) { place.store(number, ordering: .relaxed) }

    /// Notes that a message is carried out.
    func begin(_ ticket: Ticket) { message.withLock { $0 = ticket } }

    /// Notes that no message is carried out any more.
    func end() { message.withLock { $0 = nil } }

    /// The standstill that is over, once; nil for none.
    func takeStillness() -> Standstill? {
        stillness.withLock { still in
            defer { still = nil }
            return still
        }
    }

    // MARK: Watch thread

    /// The number of the round, and the place in it.
    var now: (round: UInt64, place: Int) { (rounds.load(ordering: .acquiring), place.load(ordering: .relaxed)) }

    /// Processor time that the loop has used, in seconds; nil if it cannot be known.
    var used: Double? { time?.seconds }

    /// Notes a standstill that is over, for the loop to tell.
    func note(_ still: Standstill) { stillness.withLock { $0 = still } }

    /// The desk in words.
    func desk(_ place: Int) -> String {
        names.indices.contains(place) ? names[place] : place == Place.closing ? "closing" : "between two turns"
    }

    /// The place in words, with the message that is carried out there.
    func name(_ place: Int) -> String {
        guard names.indices.contains(place), let ticket = message.withLock({ $0 }) else { return desk(place) }
        // The address is a text of the sender.
        return "\(names[place]), '\(PrintableText.line(String(ticket.path.prefix(64))))' of \(ticket.sender)"
    }
}
