// Screens that come and go. Main thread only; blocks for some tenths of a second.
import JackTestSupport
import System
import TestSupport

/// Screens (`dicta tui`) in real terminals, two at a time at most: each shows an engine for a while, gets some keys, and goes.
final class Screens {
    private struct Screen {
        let window: TmuxWindow
        let person: String
        let begin: Moment
        let end: Moment
    }

    private var open: [Screen] = []
    private var next = Moment.now
    private let program: String
    /// Screens that have shown their engine.
    private(set) var shown = 0

    init(programs: String?) { program = programs.map { $0 + "/dicta" } ?? Programs.path("dicta") }

    /// Presses keys, ends screens whose time is over, and opens one now and then.
    func work(_ seats: [Seat], pace: Double, _ dice: inout Dice, _ log: RunLog) {
        let now = Moment.now
        for screen in open where screen.end <= now { close(screen, log) }
        open.removeAll { $0.end <= now }
        guard now >= next else { return }
        next = now.later(seconds: Double.random(in: 5...15, using: &dice) * pace)
        if open.count == 2 || (!open.isEmpty && dice.next(below: 2) == 0) {
            // Keys that only look: waveform, library, info, back.
            open[dice.next(below: open.count)].window.send(["?", "w", "/", "\u{1b}"][dice.next(below: 4)])
            return
        }
        let seat = seats[dice.next(below: seats.count)]
        guard let window = TmuxWindow(columns: 100, rows: 30) else {
            log.note("no tmux")
            return
        }
        window.type("exec \(program) --no-start --engine \(seat.engine.name) --socket \(seat.engine.socket) tui")
        let end = now.later(seconds: Double.random(in: 15...60, using: &dice) * pace)
        open.append(Screen(window: window, person: seat.person.name, begin: now, end: end))
    }

    /// Ends all screens.
    func leave(_ log: RunLog) {
        for screen in open { close(screen, log) }
        open = []
    }

    /// A screen that stands for some seconds shows something.
    private func close(_ screen: Screen, _ log: RunLog) {
        let lines = screen.window.lines
        if lines.count > 5 {
            shown += 1
        } else {
            log.note("the screen of the \(screen.person) showed: \(lines.joined(separator: " / "))")
        }
        screen.window.send("\u{1b}")
        screen.window.send("q")
    }
}
