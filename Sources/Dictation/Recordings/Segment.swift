// A segment: one audio file of a recording. Any thread; a value, no I/O, no C.
public import JSON

/// One audio file of a recording, with the data of the pass that made it. Positions and lengths are in frames of the file.
public struct Segment: Sendable, Hashable {
    /// The segment's identity, which no rename changes; unset before the sidecar has one.
    public var id = Identifier.unset
    /// The file name in the library's folder; an absolute path for a file elsewhere that is only referred to.
    public var file: String
    /// Start of the pass, as ISO 8601 text in UTC.
    public var created: String
    /// The container: a raw value of `AudioFormat.Container`, or another program's, such as `m4a`.
    public var container: String
    /// The sample encoding: `float`, `pcm24`, `vorbis`, ...
    public var encoding: String
    /// Sample rate in frames a second.
    public var rate: Int
    /// Number of channels.
    public var channels: Int
    /// The requested bit rate in kbit/s over all channels; nil for lossless files, and when unknown.
    public var bitRate: Int?
    /// Length in frames.
    public var frames: Int64 = 0
    /// Size of the file in bytes.
    public var bytes: Int64 = 0
    /// The JACK frame at which the first frame sounded: frame time widened to 64 bits, which never wraps, less
    /// `inputLatency`; 0 or higher.
    public var startFrame: UInt64 = 0
    /// The frame of JACK's transport at the first frame, when the transport started the take; else nil.
    public var transportFrame: Int64?
    /// Frames at the start from before the record command.
    public var preRollFrames: Int64 = 0
    /// Pauses inside the take.
    public var joints: [Joint] = []
    /// Silent frames in place of frames that never came.
    public var gaps: [Gap] = []
    /// Highest absolute sample of each channel; full scale is 1.
    public var peaks: [Float] = []
    /// Samples at the full scale of an input: the sound was louder than its converter can tell.
    public var clips: Int64 = 0
    /// JACK xruns during the take.
    public var xruns = 0
    /// The delay of the input in frames, as it was set: from the sound to its arrival.
    public var inputLatency: Int64 = 0
    /// Stretches of exact silence inside the audio; nil when they were not looked for.
    public var dropouts: [Dropout]?
    /// Number of all dropouts, listed or not.
    public var dropoutCount = 0
    /// The loudness of the whole file; nil when it was not measured.
    public var loudness: LoudnessFigures?
    /// The quality preset of the take; nil for none, and when unknown.
    public var preset: String?
    /// The prompt that was spoken about, by its id in the catalogue; nil for none.
    public var prompt: String?
    /// The question of a sheet that was answered; nil for none.
    public var question: AskedQuestion?
    /// The reason of the end; nil during the take, and when unknown.
    public var endReason: EndReason?
    /// Device and inode number, as DEVICE:INODE, of a file that is only referred to; nil for a file of the library, and when unknown.
    public var inode: String?
    /// Identity of the contents of the file that it was imported from; nil for a take, and when unknown.
    public var source: Identifier?
    /// Keys of other programs in the sidecar.
    public var others: [JSONTree.Member] = []

    /// Makes a segment that begins now and has no frames.
    public init(file: String, created: String, format: AudioFormat) {
        self.init(
            file: file, created: created, container: format.container.rawValue, encoding: format.encoding.rawValue,
            rate: format.rate, channels: format.channels)
        bitRate = format.bitRate
        peaks = Array(repeating: 0, count: format.channels)
    }

    /// Makes a segment of any format, without frames.
    public init(file: String, created: String, container: String, encoding: String, rate: Int, channels: Int) {
        self.file = file
        self.created = created
        self.container = container
        self.encoding = encoding
        self.rate = rate
        self.channels = channels
    }

    /// Sample rates that a file may claim to have.
    public static let rates = 1...10_000_000

    /// True for a file outside the library: it is read, and never renamed or deleted.
    public var isReference: Bool { file.hasBytes(first: "/") }

    /// The whole segment as a span.
    public var span: Span { Span(segment: file, length: frames) }
}
