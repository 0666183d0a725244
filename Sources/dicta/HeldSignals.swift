// Holds signals back during work on a library. Main thread.
import Synchronization
import System

/// Holds back the signals that end the program, until unfinished work is cleaned up: a half-written hidden file is removed
/// first. When released, a signal acts as usual, so that a shell sees how the program ended.
struct HeldSignals: ~Copyable {
    private let before: SignalSet?
    private let watch: Watch
    /// Time for cleaning up, in milliseconds; a program that waits for something that never comes ends then all the same.
    private static let grace = 3000
    private static let ending = [SignalNumber.interrupt, SignalNumber.terminate, SignalNumber.hangUp]

    init() {
        before = try? SignalSet(Self.ending).block()
        watch = Watch()
        guard before != nil else { return }
        // Without the thread the signals act as usual once the work is over.
        _ = try? NamedThread("dicta-signals") { [watch] in Self.look(watch) }
    }

    deinit {
        watch.isOver.store(true, ordering: .releasing)
        _ = try? before?.makeBlocked()
    }

    private final class Watch: Sendable {
        let isOver = Atomic(false)
    }

    /// Ends the program by a signal that has waited for too long, whatever the main thread waits for. What it leaves behind, the
    /// next `recover` removes.
    private static func look(_ watch: Watch) {
        let step = 100
        var waited = 0
        while !watch.isOver.load(ordering: .acquiring) {
            ThisProcess.sleep(milliseconds: step)
            let waiting = SignalSet.waiting
            waited = ending.contains { waiting.contains($0) } ? waited + step : 0
            // The signal waits for the process: it acts in the thread that lets it.
            if waited >= grace, !watch.isOver.load(ordering: .acquiring) { _ = try? SignalSet(ending).unblock() }
        }
    }

    /// True when a signal waits.
    var isAsked: Bool {
        let waiting = SignalSet.waiting
        return Self.ending.contains { waiting.contains($0) }
    }
}
