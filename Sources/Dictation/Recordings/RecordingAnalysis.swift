// Figures of a recording. Any thread; a value, no I/O, no C.

/// Figures that `analyse` has measured of a recording, and the mark of the timeline that they belong to.
public struct RecordingAnalysis: Sendable, Hashable {
    /// The form of the figures that this version writes.
    public static let schema = 1

    /// Speech and the pauses in it.
    public struct Speech: Sendable, Hashable {
        /// Seconds with voice, the short silences in it included.
        public var seconds = 0.0
        /// Number of pauses between two stretches of voice.
        public var pauses = 0
        /// Length of the longest pause in seconds; 0 without one.
        public var longestPause = 0.0
        /// Length of the middle pause in seconds; 0 without one.
        public var medianPause = 0.0

        /// Makes figures of a recording without voice.
        public init() {}
    }

    /// Mark of the timeline: see `Recording.timelineMark`.
    public var mark: String
    /// Time of the measurement, as ISO 8601 text in UTC.
    public var made: String
    /// Length of the timeline in seconds.
    public var seconds: Double
    /// Loudness of the timeline.
    public var loudness: LoudnessFigures
    /// Speech and pauses.
    public var speech = Speech()
    /// Level of the quietest parts that are not silent, in dB of full scale; `LoudnessFigures.silence` without any.
    public var noiseFloor = LoudnessFigures.silence
    /// Number of stretches at full scale.
    public var clips = 0
    /// Seconds of all stretches at full scale.
    public var clippedSeconds = 0.0
    /// First frames of the first of these stretches, in the timeline.
    public var clipPlaces: [Int64] = []
    /// Number of losses while recording that are heard: frames that never came.
    public var losses = 0
    /// Seconds of these losses.
    public var lostSeconds = 0.0
    /// Number of dropouts in the takes that are heard; nil when nobody looked for them.
    public var dropouts: Int?
    /// Words of the transcript; nil without one.
    public var words: WordFigures?

    /// Most places of clips that are kept.
    public static let mostPlaces = 100

    /// Makes an analysis with its loudness only.
    public init(mark: String, made: String, seconds: Double, loudness: LoudnessFigures) {
        self.mark = mark
        self.made = made
        self.seconds = seconds
        self.loudness = loudness
    }

    /// Part of the time with voice, 0 to 1.
    public var speechShare: Double { seconds > 0 ? min(1, max(0, speech.seconds / seconds)) : 0 }

    /// True if the figures are those of the recording as it is now.
    public func isCurrent(for recording: Recording) -> Bool { mark == recording.timelineMark }
}
