// The joined columns of the topic `wave`. Any thread; a value.
internal import Dictation

/// The last minutes of what is recorded or comes in: the columns of many messages, joined by their frames.
struct WaveTape: Sendable, Equatable {
    /// Most columns that are kept: four minutes of thirty a second.
    private static let most = 7200

    var source = WaveColumns.Source.none
    var name = ""
    var rate = 0
    var columnFrames = 0
    /// Frame of the source at which the first column begins.
    var firstFrame: Int64 = 0
    /// The columns; those of lost messages are silent.
    var columns: [WaveColumn] = []

    /// Frame of the source at which the last column ends.
    var endFrame: Int64 { firstFrame.boundedSum(Int64(columns.count) * Int64(columnFrames)) }

    private static let silence = WaveColumn(low: .zero, high: .zero, loud: .zero)

    /// Takes the columns of a message. Another source, another recording or a jump begins anew.
    mutating func take(_ new: WaveColumns) {
        let isSame = new.source == source && new.name == name && new.rate == rate && new.columnFrames == columnFrames
        guard isSame, columnFrames > 0, !columns.isEmpty else {
            begin(new)
            return
        }
        guard !new.columns.isEmpty else { return }
        let step = Int64(columnFrames)
        // Distances of numbers from outside: bounded, so that no arithmetic can trap.
        let offset = new.firstFrame.boundedSum(-firstFrame) / step
        let gap = offset.boundedSum(-Int64(columns.count))
        guard offset >= 0, gap <= 300 else {
            begin(new)
            return
        }
        if gap > 0 { columns += Array(repeating: Self.silence, count: Int(gap)) }
        let known = Int(offset)
        for (index, column) in new.columns.enumerated() {
            if known + index < columns.count { columns[known + index] = column } else { columns.append(column) }
        }
        // Cut in larger steps, since each cut moves all columns.
        guard columns.count > Self.most + 900 else { return }
        let extra = columns.count - Self.most
        columns.removeFirst(extra)
        firstFrame = firstFrame.boundedSum(Int64(extra) * step)
    }

    private mutating func begin(_ new: WaveColumns) {
        (source, name, rate, columnFrames) = (new.source, new.name, new.rate, new.columnFrames)
        (firstFrame, columns) = (new.firstFrame, new.columns)
    }

    /// The columns of the frames from `first` to `end`; silence where none are known.
    func columns(from first: Int64, until end: Int64) -> [WaveColumn] {
        guard columnFrames > 0, end > first else { return [] }
        let step = Int64(columnFrames)
        let begin = first / step
        let count = min(Int64(Self.most), (end - first + step - 1) / step)
        let offset = begin - firstFrame / step
        return (0..<count).map { index in
            let place = offset.boundedSum(index)
            return place >= 0 && place < Int64(columns.count) ? columns[Int(place)] : Self.silence
        }
    }
}
