// Room: Dictation. A value any thread may hold; no I/O, no C.

/// What is known of one take: the contents of its sidecar.
///
/// Any thread. Positions and lengths are file frames unless said otherwise.
public struct TakeMetadata: Sendable, Hashable, Codable {
    /// The newest schema this program writes and understands.
    public static let currentVersion = 1

    public var version = Self.currentVersion
    /// The recording's name: the file's without its extension.
    public var name: String
    /// When the take began, as ISO 8601 text in UTC.
    public var created: String
    public var container: AudioFormat.Container
    public var encoding: AudioFormat.SampleEncoding
    /// Frames a second.
    public var rate: Int
    public var channels: Int
    public var frames: Int64 = 0
    /// Size of the audio file.
    public var bytes: Int64 = 0
    /// JACK frame time of the file's first frame, widened so that it never wraps.
    public var startFrame: UInt64 = 0
    /// How many frames at the head are from before the record command.
    public var preRollFrames: Int64 = 0
    /// Where the take was paused and went on.
    public var joints: [Joint] = []
    /// Where frames are silence because they never came.
    public var gaps: [Gap] = []
    /// Highest absolute sample of each channel; 1 is full scale.
    public var peaks: [Float] = []
    public var xruns = 0
    /// Nil while the take is open.
    public var endReason: EndReason?
    /// Where listening was left; nil before the first time, and in what older programs wrote.
    public var playPosition: Int64?

    /// Any thread. A take that begins now and has no frame yet.
    public init(name: String, created: String, format: AudioFormat) {
        self.name = name
        self.created = created
        container = format.container
        encoding = format.encoding
        rate = format.rate
        channels = format.channels
        peaks = Array(repeating: 0, count: format.channels)
    }

    /// Any thread. The format as one value; refused where the sidecar was edited into one that cannot be.
    public func format() throws(FormatError) -> AudioFormat {
        try AudioFormat(container: container, encoding: encoding, rate: rate, channels: channels)
    }
}
