// The stretch of tape that the deck shows. Any thread; a value.
internal import Dictation

/// The tape under the playhead: which sound it is, and the part of it in the window.
///
/// The window stands still while the playhead runs through it. At its right edge it turns like a page, with a third kept.
struct TapeView: Sendable, Equatable {
    /// The sound on the tape.
    enum Source: Sendable, Equatable {
        /// The running take.
        case take(String)
        /// The loaded recording.
        case loaded(String)
        /// The inputs, while nothing is recorded or loaded.
        case inputs
    }

    /// The shortest window, in seconds.
    static let shortest = 0.25
    /// The window before any zoom, in seconds.
    static let standard = 60.0

    private(set) var source = Source.inputs
    /// Length of the window in seconds, as zoomed.
    private(set) var seconds = standard
    /// True for the whole tape.
    var isWhole = false
    /// Frames a second.
    private(set) var rate = Double(SettingsTable.frameRate)
    /// Frames on the tape.
    private(set) var length: Int64 = 0
    /// The playhead; the end of a take.
    private(set) var head: Int64 = 0
    /// The first frame of the window.
    private(set) var first: Int64 = 0

    /// Follows the engine.
    mutating func follow(_ view: EngineView) {
        let before = source
        if view.transport.hasTake {
            source = .take(view.transport.recordName)
            rate = view.wave.source == .take && view.wave.rate > 0 ? Double(view.wave.rate) : view.rate
            length = view.position.takeEnd
            head = length
        } else if view.isLoaded {
            source = .loaded(view.transport.playName)
            rate = view.loadedRate
            length = view.position.duration
            head = max(0, min(view.position.heard, length))
        } else {
            source = .inputs
            rate = view.wave.rate > 0 ? Double(view.wave.rate) : view.rate
            length = view.wave.endFrame
            head = length
        }
        turn(isNew: source != before)
    }

    /// Turns the page if the playhead has left it.
    private mutating func turn(isNew: Bool) {
        guard !shownWhole else {
            first = 0
            return
        }
        let frames = frames
        if isNew || head < first || head > first.boundedSum(frames) { first = page(frames) }
        if case .loaded = source { first = max(0, min(first, length - frames)) }
    }

    /// The first frame of the page that the playhead is on: pages begin at multiples of two thirds of their length.
    private func page(_ frames: Int64) -> Int64 {
        let step = max(1, frames / 3 * 2)
        let number = max(0, (head - frames / 3) / step)
        return number * step
    }

    /// True while the whole tape is shown: the inputs have no beginning.
    var shownWhole: Bool { isWhole && source != .inputs }

    /// Frames in the window.
    var frames: Int64 {
        if shownWhole { return max(Int64(rate), length) }
        let wanted = max(1, Int64(nearest: seconds * rate))
        guard case .loaded = source, length > 0 else { return wanted }
        return min(wanted, length)
    }

    /// The window over so many cells.
    func axis(_ cells: Int) -> TimeAxis { TimeAxis(firstFrame: first, frames: frames, rate: Int(rate), cells: cells) }

    /// The whole tape over so many cells.
    func wholeAxis(_ cells: Int) -> TimeAxis { TimeAxis(firstFrame: 0, frames: max(1, length), rate: Int(rate), cells: cells) }

    /// Shows half as much, or twice as much, around the playhead. Beyond the longest window comes the whole tape.
    mutating func zoom(in isIn: Bool) {
        let longest = longestSeconds
        if isWhole {
            if isIn {
                isWhole = false
                seconds = min(seconds, longest)
            }
        } else if isIn {
            seconds = max(Self.shortest, min(seconds, longest) / 2)
        } else if seconds * 2 >= longest {
            seconds = longest
            isWhole = source != .inputs
        } else {
            seconds *= 2
        }
        turn(isNew: true)
    }

    /// Shows the whole tape, or a part of it again.
    mutating func toggleWhole() {
        isWhole.toggle()
        turn(isNew: true)
    }

    /// The longest window, in seconds: of a live wave only some minutes are kept.
    private var longestSeconds: Double {
        if case .loaded = source { return max(Self.shortest, Double(length) / rate) }
        return 240
    }
}
