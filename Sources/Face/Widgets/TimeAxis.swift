// The stretch of time that a waveform shows, in cells. Any thread; a value.

/// A stretch of frames over a number of cells: which frame lies in which cell.
public struct TimeAxis: Hashable, Sendable {
    /// The first frame shown.
    public let firstFrame: Int64
    /// The number of frames shown, at least 1.
    public let frames: Int64
    /// Frames a second, at least 1.
    public let rate: Int
    /// The number of cells, at least 1.
    public let cells: Int

    /// Makes an axis; impossible values become the nearest possible ones.
    public init(firstFrame: Int64, frames: Int64, rate: Int, cells: Int) {
        self.firstFrame = max(0, min(firstFrame, 1 << 60))
        self.frames = max(1, min(frames, 1 << 60))
        self.rate = max(1, rate)
        self.cells = max(1, cells)
    }

    /// The cell of a frame; nil for one that is not shown.
    public func cell(of frame: Int64) -> Int? {
        let (distance, isOver) = frame.subtractingReportingOverflow(firstFrame)
        guard !isOver, distance >= 0, distance < frames else { return nil }
        return min(cells - 1, Int(Double(distance) / Double(frames) * Double(cells)))
    }

    /// The cells of a stretch from one frame to another, at least one if any part of it is shown; nil for none.
    public func cells(of range: Range<Int64>) -> Range<Int>? {
        let first = max(range.lowerBound, firstFrame)
        let last = min(range.upperBound - 1, firstFrame + frames - 1)
        guard first <= last, let start = cell(of: first), let end = cell(of: last) else { return nil }
        return start..<end + 1
    }

    /// The first frame of a cell; a cell outside gives the nearest one.
    public func frame(atCell cell: Int) -> Int64 {
        let share = Double(max(0, min(cell, cells))) / Double(cells)
        return firstFrame + min(frames, Int64((share * Double(frames)).rounded(.up)))
    }

    /// The seconds of a frame.
    func seconds(of frame: Int64) -> Double { Double(frame) / Double(rate) }
}
