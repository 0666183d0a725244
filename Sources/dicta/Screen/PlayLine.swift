// The line that shows what plays, fitted to the window. One thread; a value, no I/O.
import Control
import Dictation
import Drawing
import Messages

/// Playback in one line, put together from the topics of the engine.
struct PlayLine: LiveLine {
    private var isPlaying = false
    private var place = 0.0
    private var length = 0.0
    private var rate = 1.0
    private var loop: ClosedRange<Double>?
    private var levels: [(peak: Double, held: Double)] = [(-200, -200), (-200, -200)]

    static let topics = "transport,position,rate,loop,meters"

    /// False until the engine has told a recording.
    var isRunning: Bool { length > 0 }

    mutating func take(_ message: StateMessage) {
        let fields = message.fields
        switch message.topic {
        case "transport": isPlaying = fields["play_state"] == .text("playing")
        case "position": (place, length) = (fields.number("heard_seconds"), fields.number("duration_seconds"))
        case "rate": rate = fields.number("play_rate")
        case "loop":
            let (a, b) = (fields.number("loop_a_seconds"), fields.number("loop_b_seconds"))
            loop = fields.flag("looping") && a >= 0 && b > a ? a...b : nil
        case "meters":
            levels = ["left", "right"].map { (fields.number("out_peak_\($0)_db"), fields.number("out_held_\($0)_db")) }
        default: break
        }
    }

    /// The line for a window: the loop, the rate and the meters are left out in a narrow one, in this order. The meters take the
    /// room that is left.
    func ink(columns: Int) -> [Ink] {
        let room = columns - 1
        var parts = [lamp, Ink(clock)] + sound.map { Ink($0) }
        while parts.count > 2, width(parts) + 2 + metersWidth(Self.least) > room { parts.removeLast() }
        guard width(parts) <= room else { return [Ink(Cells.start(of: clock, room))] }
        let line = Array(parts.map { [$0] }.joined(separator: [Ink("  ")]))
        let spare = room - width(parts) - 2 - metersWidth(Self.least)
        guard spare >= 0 else { return line }
        return line + [Ink("  ")] + LevelBar.both(levels, Self.least + min(spare / 2, 40))
    }

    // MARK: Parts

    /// Cells of the shortest meter.
    private static let least = 3

    private var lamp: Ink {
        let mark = Screen.isUnicode ? (isPlaying ? "▶" : "■") : (isPlaying ? ">" : "#")
        let word = isPlaying ? tr("PLAYING") : tr("STOPPED")
        return Ink("\(mark) \(word)", isPlaying ? .green : .yellow)
    }

    /// Numbers keep their places while they change.
    private var clock: String {
        let end = TimeSpan.length(length)
        let now = Cells.padded(TimeSpan.length(place >= 0.1 || place == 0 ? place : 0), Cells.width(of: end), right: true)
        return tr("\(now) of \(end)")
    }

    /// Rate and loop, if they are not as recorded.
    private var sound: [String] {
        var parts: [String] = []
        if rate != 1, rate > 0 {
            let rate = rate.localized
            parts.append(tr("rate \(rate)"))
        }
        if let loop {
            let isShort = loop.upperBound < 60
            let (start, end) = (loop.lowerBound, loop.upperBound)
            let place = { (seconds: Double) in isShort ? seconds.localized(1) : TimeSpan.place(seconds, isExact: false) }
            let places = "\(place(start))-\(place(end))" + (isShort ? " s" : "")
            parts.append(tr("loop \(places)"))
        }
        return parts
    }

    private func width(_ parts: [Ink]) -> Int {
        parts.reduce(0) { $0 + Cells.width(of: $1.text) } + 2 * max(0, parts.count - 1)
    }

    private func metersWidth(_ cells: Int) -> Int {
        LevelBar.both(levels, cells).reduce(0) { $0 + Cells.width(of: $1.text) }
    }
}
