// Holds signals back during work on a library. Main thread.
import System

/// Holds back the signals that end the program, until unfinished work is cleaned up: a half-written hidden file is removed
/// first. When released, a signal acts as usual, so that a shell sees how the program ended.
struct HeldSignals: ~Copyable {
    private let before: SignalSet?
    private static let ending = [SignalNumber.interrupt, SignalNumber.terminate, SignalNumber.hangUp]

    init() { before = try? SignalSet(Self.ending).block() }

    deinit { _ = try? before?.makeBlocked() }

    /// True when a signal waits.
    var isAsked: Bool {
        let waiting = SignalSet.waiting
        return Self.ending.contains { waiting.contains($0) }
    }
}
