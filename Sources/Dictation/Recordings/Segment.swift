// A value any thread may hold; no I/O, no C.

/// One audio file of a recording and what is known of the pass that made it. Positions and lengths are its own frames.
public struct Segment: Sendable, Hashable {
    /// The file's name in the library's folder; an absolute path for a file that lies elsewhere and is only referred to.
    public var file: String
    /// When the pass began, as ISO 8601 text in UTC.
    public var created: String
    /// As `AudioFormat.Container` has it, or what another program made: `wav`, `mp3`, ...
    public var container: String
    /// `float`, `pcm24`, `vorbis`, ...
    public var encoding: String
    /// Frames a second.
    public var rate: Int
    public var channels: Int
    /// kbit a second over all channels, as it was asked for; nil where nothing is lost, and where nobody knows.
    public var bitRate: Int?
    public var frames: Int64 = 0
    /// Size of the file.
    public var bytes: Int64 = 0
    /// JACK frame time of the first frame, widened so that it never wraps, less `inputLatency`: when it sounded. Never below 0.
    public var startFrame: UInt64 = 0
    /// The frame of JACK's transport at the first frame, where the transport began the take.
    public var transportFrame: Int64?
    /// How many frames at the head are from before the record command.
    public var preRollFrames: Int64 = 0
    /// Where the take was paused and went on.
    public var joints: [Joint] = []
    /// Where frames are silence because they never came.
    public var gaps: [Gap] = []
    /// Highest absolute sample of each channel; 1 is full scale.
    public var peaks: [Float] = []
    public var xruns = 0
    /// How many frames later than it sounded the sound came, as it was set.
    public var inputLatency: Int64 = 0
    /// What was found of exact silence inside the sound; nil where nobody looked.
    public var dropouts: [Dropout]?
    /// How many there were.
    public var dropoutCount = 0
    /// Nil while it is being written, and where nobody knows.
    public var endReason: EndReason?
    /// Keys of other programs.
    public var others: [JSONTree.Member] = []

    /// Any thread. One that begins now and has no frame yet.
    public init(file: String, created: String, format: AudioFormat) {
        self.init(
            file: file, created: created, container: format.container.rawValue, encoding: format.encoding.rawValue,
            rate: format.rate, channels: format.channels)
        bitRate = format.bitRate
        peaks = Array(repeating: 0, count: format.channels)
    }

    /// Any thread. Of whatever format.
    public init(file: String, created: String, container: String, encoding: String, rate: Int, channels: Int) {
        self.file = file
        self.created = created
        self.container = container
        self.encoding = encoding
        self.rate = rate
        self.channels = channels
    }

    /// Frames a second that a file may say it has.
    public static let rates = 1...10_000_000

    /// Whether the file lies elsewhere and belongs to others: it is read, and never renamed or deleted.
    public var isReference: Bool { file.hasPrefix("/") }

    /// All of it, as a timeline.
    public var span: Span { Span(segment: file, length: frames) }
}
