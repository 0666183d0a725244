// Shows a take that is waited for. One thread; reads the engine's state by a subscription of its own.
import Control
import Dictation
import Messages
import System

/// One line that shows a take until it is closed: time, size, levels, time left and xruns, drawn again in its place.
///
/// A failed subscription leaves the line out and nothing else: the take is waited for by another connection, which reports an
/// engine that has ended.
final class LiveTake: Display {
    private let remote: Remote
    private var line: TakeLine
    private var subscription: Subscription?
    private var drawn = false

    /// Pictures a second: as smooth as meters need to be, and few enough for a slow line.
    private static let rate = 15.0

    let pause: Int32 = 60

    /// Nil where a line cannot be drawn in its place: a pipe gets the path of the take and nothing else.
    init?(_ request: Request, _ remote: Remote) {
        // State messages arrive at the Unix socket only.
        guard Screen.errors.isLive, remote.url == nil else { return nil }
        self.remote = remote
        line = TakeLine(isForLater: request.values[.atFrame] != nil)
    }

    func look() {
        // The engine may start only now.
        if subscription == nil { subscription = Subscription(remote, TakeLine.topics, rate: Self.rate) }
        guard let messages = subscription?.messages() else { return }
        for message in messages { line.take(message) }
        guard !messages.isEmpty, line.isRunning else { return }
        Output.live(line.ink(columns: Screen.errors.columns))
        drawn = true
    }

    func clear() {
        if drawn { Output.live(nil) }
        drawn = false
    }

    func farewell() -> String? {
        guard line.isRunning else { return nil }
        let stop = remote.words("stop")
        return line.isWaiting
            ? tr("The take begins at its frame; '\(stop)' cancels it.") : tr("The take goes on; '\(stop)' ends it.")
    }
}
