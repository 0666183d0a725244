// Draws the progress of a long work. One thread.
import System

/// A bar that is drawn again in its place on a terminal, and a plain line now and then elsewhere: a log of a script shall tell
/// that it lives, and not fill a disk.
struct WorkBar {
    private let began = Moment.now
    private var drawn = false
    private var shown = ""
    private var said: Moment?
    private var timeLeft = TimeLeft()

    /// Work that ends within this time is not shown, in seconds.
    private static let delay = 0.3
    /// Seconds until the first plain line, and between two of them.
    private static let (firstLine, nextLine) = (3.0, 10.0)

    /// True once the work has lasted so long that it may be shown: before, nobody needs to be asked how far it is.
    var isDue: Bool { Moment.now.seconds(since: began) >= Self.delay }

    mutating func show(_ work: WorkLine) {
        var work = work
        if !work.isQueued { work.left = timeLeft.estimate(work.fraction) }
        guard isDue else { return }
        if Screen.errors.isLive {
            let line = work.ink(columns: Screen.errors.columns)
            let text = line.map(\.text).joined()
            guard text != shown else { return }
            shown = text
            Output.live(line)
            drawn = true
        } else if Moment.now.seconds(since: said ?? began) >= (said == nil ? Self.firstLine : Self.nextLine) {
            said = .now
            Output.note(work.plain)
        }
    }

    mutating func clear() {
        if drawn { Output.live(nil) }
        (drawn, shown) = (false, "")
    }
}
