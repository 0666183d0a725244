// Columns of a waveform with their frames. Any thread; a value.
internal import Dictation
internal import Drawing

/// A stretch of a waveform, of which each column has its place in frames: what is drawn in a cell is what lies there.
struct WaveStrip: Sendable, Equatable {
    /// Frame at which the first column begins.
    var firstFrame: Int64 = 0
    /// Frames of a column.
    var columnFrames: Int64 = 1
    /// One lane for each channel, all with as many columns.
    var lanes: [[WaveLane.Column]] = []

    init() {}

    /// The part of a live waveform from a frame until another.
    init(_ tape: WaveTape, from first: Int64, until end: Int64) {
        let step = Int64(max(1, tape.columnFrames))
        columnFrames = step
        // Only what is known: the rest stays blank.
        let low = max(tape.firstFrame, first / step * step)
        let high = min(tape.endFrame, end)
        firstFrame = low
        guard low < high else { return }
        let columns = tape.columns(from: low, until: high)
        lanes = [0, 1].map { side in
            columns.map { WaveLane.Column(low: $0.low[side], high: $0.high[side], loud: $0.loud[side]) }
        }
    }

    /// The answer of `peaks`.
    init(_ reply: Reply) {
        firstFrame = max(0, min(1 << 60, reply.fields.count("from_frames")))
        columnFrames = max(1, min(1 << 40, reply.fields.count("zoom")))
        lanes = WaveLane.lanes(ofPeaks: reply.items).map(\.columns)
    }

    /// Frame at which the last column ends.
    var endFrame: Int64 {
        // At most 20,000 columns of 2^40 frames: far from the end of Int64.
        firstFrame.boundedSum(Int64(min(20_000, lanes.first?.count ?? 0)) * columnFrames)
    }

    /// The cells of an axis that the strip covers; nil for none.
    func cells(of axis: TimeAxis) -> Range<Int>? {
        guard let count = lanes.first?.count, count > 0 else { return nil }
        return axis.cells(of: firstFrame..<max(firstFrame + 1, endFrame))
    }

    /// One lane over cells of an axis, with so many points a cell. A column that begins in a point belongs to it, with its
    /// extremes; a point in which none begins shows the column that runs through it.
    func lane(_ channel: Int, _ axis: TimeAxis, cells: Range<Int>, pointsPerCell: Int) -> WaveLane {
        guard lanes.indices.contains(channel) else { return WaveLane() }
        let columns = lanes[channel]
        let points = TimeAxis(
            firstFrame: axis.firstFrame, frames: axis.frames, rate: axis.rate, cells: axis.cells * max(1, pointsPerCell))
        let range = cells.lowerBound * pointsPerCell..<cells.upperBound * pointsPerCell
        return WaveLane(range.map { point in merged(columns, points.frame(atCell: point), points.frame(atCell: point + 1)) })
    }

    /// The columns of the frames from `begin` until `end` as one.
    private func merged(_ columns: [WaveLane.Column], _ begin: Int64, _ end: Int64) -> WaveLane.Column {
        let silence = WaveLane.Column(low: 0, high: 0, loud: 0)
        guard !columns.isEmpty else { return silence }
        let count = Int64(columns.count)
        // The first column that begins at or after a frame.
        func index(_ frame: Int64) -> Int64 {
            frame <= firstFrame ? 0 : min(count, (frame - firstFrame).boundedSum(columnFrames - 1) / columnFrames)
        }
        let (low, high) = (index(begin), index(end))
        guard low < high else { return columns[Int(max(0, min(count - 1, (begin - firstFrame) / columnFrames)))] }
        // A loop, since this runs for each point of each picture.
        var (lowest, highest, power): (Float, Float, Float) = (1, -1, 0)
        for column in columns[Int(low)..<Int(high)] {
            lowest = min(lowest, column.low)
            highest = max(highest, column.high)
            power += column.loud * column.loud
        }
        return WaveLane.Column(low: lowest, high: highest, loud: (power / Float(high - low)).squareRoot())
    }
}
