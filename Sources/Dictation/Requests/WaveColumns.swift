// Columns of the topic `wave`, and their form in its messages. Any thread; a value, no I/O.

/// One column of the moving waveform: lowest and highest sample and loudness (RMS) of a thirtieth of a second, left and right
/// (mono: the same value twice). Full scale is 1.
public struct WaveColumn: Sendable, Equatable {
    /// Lowest sample, left and right.
    public var low: SIMD2<Float>
    /// Highest sample, left and right.
    public var high: SIMD2<Float>
    /// Root mean square, left and right.
    public var loud: SIMD2<Float>

    /// Makes a column.
    public init(low: SIMD2<Float>, high: SIMD2<Float>, loud: SIMD2<Float>) {
        self.low = low
        self.high = high
        self.loud = loud
    }
}

/// The newest columns of a source. Columns stand at multiples of `columnFrames` from frame 0 of their source, so that a client
/// can join those of several messages, and a message that was lost costs nothing.
public struct WaveColumns: Sendable, Equatable {
    /// The sound that the columns show.
    public enum Source: String, Sendable, CaseIterable {
        /// The running take, in frames of its own: pauses have no columns, gaps are silence.
        case take
        /// The inputs, in a running count of frames.
        case inputs
        /// The recording that plays, around the playhead, in frames of its timeline.
        case loaded
        /// No sound: there is no JACK server.
        case none
    }

    /// The sound that the columns show.
    public var source: Source
    /// Name of the recording; empty for the inputs.
    public var name: String
    /// Frames a second of the source; 0 for `none`.
    public var rate: Int
    /// Frames of a column; 0 for `none`.
    public var columnFrames: Int
    /// Frame of the source at which the first column begins.
    public var firstFrame: Int64
    /// The columns in order, without a hole.
    public var columns: [WaveColumn]

    /// Most columns of one message that are read.
    private static let most = 2048

    /// Makes columns.
    public init(
        source: Source, name: String = "", rate: Int = 0, columnFrames: Int = 0, firstFrame: Int64 = 0, columns: [WaveColumn] = []
    ) {
        self.source = source
        self.name = name
        self.rate = rate
        self.columnFrames = columnFrames
        self.firstFrame = firstFrame
        self.columns = columns
    }

    /// Frames of a column at `rate` (Hz): a thirtieth of a second, less what makes it a multiple of the finest column of a peak
    /// file (256 frames), so that a recording has the same columns while it is made and when it is read.
    public static func columnFrames(rate: Int) -> Int { max(1, rate / 30 / 256) * 256 }

    /// Columns of a message: those of somewhat more than a second, so that none is missing after a lost packet, or at two
    /// messages a second.
    public static func messageColumns(rate: Int) -> Int { rate * 5 / 4 / columnFrames(rate: rate) }

    /// Frame of the source at which the last column ends.
    public var endFrame: Int64 { firstFrame.boundedSum(Int64(columns.count * columnFrames)) }

    // MARK: The message

    /// Reads a message of the topic; nil if a field is missing or cannot be true.
    public init?(_ fields: Fields) {
        func int(_ key: String, _ range: ClosedRange<Int64>) -> Int64? {
            guard case .int(let number)? = fields[key], range.contains(number) else { return nil }
            return number
        }
        guard case .text(let word)? = fields["wave_source"], let source = Source(rawValue: word),
            case .text(let name)? = fields["wave_name"], let rate = int("wave_rate", 0...100_000_000),
            let columnFrames = int("wave_column_frames", 0...100_000_000),
            let firstFrame = int("wave_first_frame", 0...1 << 60), let count = int("wave_count", 0...Int64(Self.most)),
            source == .none || rate > 0 && columnFrames > 0
        else { return nil }
        var lists: [[Float]] = []
        for key in Self.listKeys {
            guard case .text(let text)? = fields[key] else { return nil }
            // The count is checked before the numbers are read: a text may be as long as a packet.
            let words = text.split(separator: " ", maxSplits: Int(count))
            let numbers = words.compactMap { Int32($0) }
            guard words.count == count, numbers.count == words.count else { return nil }
            lists.append(numbers.map { Float($0) / 1000 })
        }
        let columns = (0..<Int(count)).map { index in
            WaveColumn(
                low: SIMD2(lists[0][index], lists[3][index]), high: SIMD2(lists[1][index], lists[4][index]),
                loud: SIMD2(lists[2][index], lists[5][index]))
        }
        self.init(
            source: source, name: name, rate: Int(rate), columnFrames: Int(columnFrames), firstFrame: firstFrame,
            columns: columns)
    }

    /// The fields of a message, in the order of `Topic.wave`.
    public var fields: Fields {
        var fields: Fields = [
            "wave_source": .text(source.rawValue), "wave_name": .text(name), "wave_rate": .int(Int64(rate)),
            "wave_column_frames": .int(Int64(columnFrames)), "wave_first_frame": .int(firstFrame),
            "wave_count": .int(Int64(columns.count)),
        ]
        for (index, key) in Self.listKeys.enumerated() {
            let side = index / 3
            let numbers = columns.map { column in
                String(Self.thousandths([column.low, column.high, column.loud][index % 3][side]))
            }
            fields.append(key, .text(numbers.joined(separator: " ")))
        }
        return fields
    }

    /// Names of the lists: lowest, highest, loudness of the left side, then of the right one.
    private static let listKeys = ["left", "right"].flatMap { side in ["low", "high", "loud"].map { "\($0)_\(side)" } }

    /// A sample in thousandths of full scale, limited to a thousand times full scale; 0 for one that is not a number.
    private static func thousandths(_ sample: Float) -> Int64 {
        Int64(nearest: Double(max(-1000, min(1000, sample.isNaN ? 0 : sample))) * 1000)
    }

    /// Names of all fields, in the order of the messages.
    static let keys =
        ["wave_source", "wave_name", "wave_rate", "wave_column_frames", "wave_first_frame", "wave_count"] + listKeys
}
