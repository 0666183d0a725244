// The line that shows a running take, fitted to the window. One thread; a value, no I/O.
import Control
import Dictation
import Drawing
import Messages

/// A running take in one line, put together from the topics of the engine.
struct TakeLine: LiveLine {
    private var state = "idle"
    private var name = ""
    private var elapsed = 0.0
    private var frames: Int64 = 0
    private var bytes: Int64 = 0
    private var levels: [(peak: Double, held: Double)] = [(-200, -200), (-200, -200)]
    private var diskLeft: Double?
    /// Counts of the engine when the take was first seen: it counts from its own start.
    private var before: [String: Int64]?
    private var losses: [String: Int64] = [:]
    /// Recorded time until the take ends by itself; nil for a take without an end.
    private var remaining: Double?

    static let topics = "transport,position,meters,disk,xruns"

    /// True for a take that begins at a frame to come.
    private let isForLater: Bool
    /// True if the meters are to have most of the room: size and time left are left out, and losses unless there are some.
    private let isBrief: Bool

    init(isForLater: Bool = false, isBrief: Bool = false) { (self.isForLater, self.isBrief) = (isForLater, isBrief) }

    /// False before the take has begun and after its end.
    var isRunning: Bool { state != "idle" }

    /// True until a take for later has its first frame.
    var isWaiting: Bool { isForLater && isRunning && frames == 0 }

    mutating func take(_ message: StateMessage) {
        let fields = message.fields
        switch message.topic {
        case "transport":
            state = fields["record_state"]?.description ?? state
            name = fields["record_name"]?.description ?? name
        case "position":
            elapsed = fields.number("elapsed_seconds")
            frames = fields.count("elapsed_frames")
            bytes = fields.count("size_bytes")
            let left = fields.number("remaining_seconds")
            remaining = fields["remaining_seconds"] != nil && left >= 0 ? left : nil
        case "meters":
            levels = ["left", "right"].map { (fields.number("in_peak_\($0)_db"), fields.number("in_held_\($0)_db")) }
        case "disk":
            let left = fields.number("disk_seconds_left")
            diskLeft = fields["disk_seconds_left"] != nil && left >= 0 ? left : nil
        case "xruns":
            var counts: [String: Int64] = [:]
            for key in ["xruns", "missed_frames", "lost_frames"] { counts[key] = max(0, fields.count(key)) }
            let start = before ?? counts
            before = start
            losses = counts.merging(start) { max(0, $0 - $1) }
        default: break
        }
    }

    /// The line for a window: parts are left out by importance, and the meters take the room that is left. The last column stays
    /// free, since a character there makes some terminals begin a new line.
    func ink(columns: Int) -> [Ink] {
        let room = columns - 1
        var shown = isBrief ? [.lamp, .name, .clock, .meters] + (hasLosses ? [Part.losses] : []) : Part.allCases
        for part in Part.dropped {
            guard width(shown) > room else { break }
            if part == .losses, hasLosses { continue }
            shown.removeAll { $0 == part }
        }
        guard width(shown) <= room else { return [Ink(Cells.start(of: clock, room))] }
        let spare = room - width(shown)
        return Array(shown.map { ink($0, cells: Self.least + min(spare / 2, 40)) }.joined(separator: [Ink("  ")]))
    }

    // MARK: Parts

    private enum Part: CaseIterable {
        case lamp, name, clock, size, meters, left, losses

        /// In the order in which they are left out.
        static let dropped: [Part] = [.name, .losses, .size, .left, .meters, .lamp, .losses]
    }

    /// Cells of the shortest meter.
    private static let least = 5

    private func width(_ parts: [Part]) -> Int {
        parts.map { part in
            ink(part, cells: Self.least).reduce(0) { $0 + Cells.width(of: $1.text) }
        }.reduce(0, +) + 2 * max(0, parts.count - 1)
    }

    private func ink(_ part: Part, cells: Int) -> [Ink] {
        switch part {
        case .lamp: lamp
        case .name: [Ink(Cells.shortened(name, to: 24))]
        case .clock: [Ink(clock)]
        // Numbers keep their places while they change.
        case .size: [Ink(Cells.padded(Wording.size(Double(bytes)), 9, right: true))]
        case .left: [Ink(Cells.padded(left, 14))]
        case .losses: [Ink(lossWords, hasLosses ? .red : nil)]
        case .meters: LevelBar.both(levels, cells)
        }
    }

    private var lamp: [Ink] {
        let lamp = Screen.isUnicode ? "●" : "*"
        let isRed = state == "recording" && !isWaiting
        return [Ink("\(lamp) \(lampWord)", isRed ? .red : .yellow)]
    }

    private var lampWord: String {
        switch state {
        case "recording": isWaiting ? tr("WAITING") : tr("REC")
        case "paused": tr("PAUSED")
        case "waiting": tr("WAITING")
        case "counting": tr("COUNTING")
        case "armed": tr("ARMED")
        case "closing": tr("CLOSING")
        default: state.uppercased()
        }
    }

    /// Tenths from the start, so that the unit does not change while it runs.
    private var clock: String {
        let seconds = min(59.9, elapsed).localized(1)
        return Cells.padded(elapsed < 60 ? tr("\(seconds) s") : TimeSpan.counter(seconds: elapsed), 8, right: true)
    }

    /// Time until the disk is full or the limit is reached.
    private var left: String {
        guard let seconds = [remaining, diskLeft].compactMap({ $0 }).min() else { return "" }
        let time = TimeSpan.counter(seconds: seconds)
        return tr("\(time) left")
    }

    private var hasLosses: Bool { losses.values.contains { $0 > 0 } }

    private var lossWords: String {
        let count = losses["xruns"] ?? 0
        let frames = (losses["missed_frames"] ?? 0).boundedSum(losses["lost_frames"] ?? 0)
        let rate = elapsed > 0 ? Double(self.frames) / elapsed : Double(SettingsTable.frameRate)
        let words = tr(count, "\(count) xrun", "\(count) xruns")
        guard frames > 0 else { return words }
        let length = TimeSpan.length(Double(frames) / rate)
        return words + ", " + tr("\(length) lost")
    }
}
