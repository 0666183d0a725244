// Columns of one channel of a waveform. Any thread; a value.
public import Dictation

/// One channel of a waveform: lowest and highest sample and loudness (RMS) of each column, full scale 1.
public struct WaveLane: Hashable, Sendable {
    /// One column.
    public struct Column: Hashable, Sendable {
        /// The lowest sample.
        public var low: Float
        /// The highest sample.
        public var high: Float
        /// The loudness (RMS).
        public var loud: Float

        /// Makes a column. A number that is none becomes 0, and all are clamped to full scale.
        public init(low: Float, high: Float, loud: Float) {
            self.low = Self.clamped(low)
            self.high = Self.clamped(high)
            self.loud = abs(Self.clamped(loud))
        }

        /// The farthest sample from 0.
        var peak: Float { max(abs(low), abs(high)) }

        private static func clamped(_ sample: Float) -> Float { sample.isNaN ? 0 : max(-1, min(1, sample)) }
    }

    /// The columns in order.
    public private(set) var columns: [Column]

    /// Makes a lane.
    public init(_ columns: [Column] = []) { self.columns = columns }

    /// The lane with another number of columns. Of several columns that become one, the extremes stay, so that a click of one
    /// column is seen at any zoom; the loudness is the root of their mean power. A column that becomes several is repeated.
    public func resampled(to count: Int) -> WaveLane {
        guard count > 0, !columns.isEmpty else { return WaveLane() }
        guard count != columns.count else { return self }
        return WaveLane(
            (0..<count).map { point in
                let first = point * columns.count / count
                let end = max(first + 1, (point + 1) * columns.count / count)
                let part = columns[first..<min(end, columns.count)]
                let power = part.reduce(Float(0)) { $0 + $1.loud * $1.loud } / Float(part.count)
                return Column(
                    low: part.map(\.low).min() ?? 0, high: part.map(\.high).max() ?? 0, loud: power.squareRoot())
            })
    }
}

extension WaveLane {
    /// Both lanes of an answer of the verb `peaks`: two, or one for a mono recording. A column whose numbers are missing or of
    /// another type is silent.
    public static func lanes(ofPeaks items: [Fields]) -> [WaveLane] {
        let sides = items.first?["mono_low"] != nil ? ["mono"] : ["left", "right"]
        return sides.map { side in
            WaveLane(
                items.map { item in
                    Column(
                        low: number(item["\(side)_low"]), high: number(item["\(side)_high"]), loud: number(item["\(side)_rms"]))
                })
        }
    }

    private static func number(_ value: Value?) -> Float {
        switch value {
        case .double(let number): Float(number)
        case .int(let number): Float(number)
        default: 0
        }
    }
}
