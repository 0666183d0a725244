// Places and lengths. Any thread; a value.
internal import Dictation

/// Fields of the topic `position`.
struct PositionView: Sendable, Equatable {
    /// The frame of the timeline at the outputs' next period.
    var frame: Int64 = 0
    /// The frame that is heard now.
    var heard: Int64 = 0
    var seconds = 0.0
    var duration: Int64 = 0
    var durationSeconds = 0.0
    /// Length of the take.
    var elapsed: Int64 = 0
    var elapsedSeconds = 0.0
    /// Recorded time until the take ends by itself; nil for a take without an end.
    var remaining: Double?
    var bytes: Int64 = 0
    /// The frame of the timeline at which the take begins: not 0 for a take into a recording.
    var takePlace: Int64 = 0
    /// Highest levels of the take in dB.
    var takePeakLeft = LevelView.silence
    var takePeakRight = LevelView.silence

    /// The end of the take on the timeline.
    var takeEnd: Int64 { takePlace.boundedSum(elapsed) }

    init() {}

    init(_ fields: Fields) {
        frame = fields.frames("position_frames")
        heard = fields["heard_frames"] == nil ? frame : fields.frames("heard_frames")
        seconds = Self.bounded(fields.number("heard_seconds"))
        duration = fields.frames("duration_frames")
        durationSeconds = Self.bounded(fields.number("duration_seconds"))
        elapsed = fields.frames("elapsed_frames")
        elapsedSeconds = Self.bounded(fields.number("elapsed_seconds"))
        let left = fields["remaining_seconds"] == nil ? -1 : fields.number("remaining_seconds")
        remaining = left.isFinite && left >= 0 ? Self.bounded(left) : nil
        bytes = max(0, fields.count("size_bytes"))
        takePlace = fields.frames("take_place_frames")
        takePeakLeft = LevelView.level(fields, "take_peak_left_db")
        takePeakRight = LevelView.level(fields, "take_peak_right_db")
    }

    /// A length in seconds that can be printed; 0 for what is none.
    private static func bounded(_ seconds: Double) -> Double {
        seconds.isFinite ? max(0, min(TimeSpan.longestSeconds, seconds)) : 0
    }
}

extension Fields {
    /// A place or a length in frames, so bounded that sums of them cannot overflow.
    func frames(_ key: String) -> Int64 { max(0, min(TimeSpan.mostFrames, count(key))) }
}
