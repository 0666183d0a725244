// Columns of the loaded recording around the playhead. Control loop only; a value without I/O.
internal import Dictation
internal import Player

/// A stretch of the loaded recording, and its columns once they have been read.
struct LoadedWave {
    /// Name of the recording, and the name or path by which the library finds it.
    private let name: String
    let source: String
    /// The timeline as the player has it: after an edit the columns are others.
    private let timeline: TimelineSource
    private let rate: Int
    /// Columns in the recording.
    private let count: Int64
    /// The column of the playhead.
    private let here: Int64
    /// The columns that are here, from this one on.
    private var held: (first: Int64, columns: [WaveColumn]) = (0, [])

    /// Columns that are read ahead of the playhead, and behind it: a question every quarter of a minute.
    private static let ahead: Int64 = 600
    private static let behind: Int64 = 120

    /// Describes the surroundings of the timeline frame `frame`.
    init(_ loaded: Loaded, at frame: Int64, isOwn: Bool) {
        name = loaded.name
        source = isOwn ? loaded.name : loaded.path
        timeline = loaded.source
        rate = max(1, loaded.rate)
        let size = Int64(WaveColumns.columnFrames(rate: rate))
        count = (max(0, loaded.frames) + size - 1) / size
        here = max(0, min(frame / size, count - 1))
    }

    /// Frames of a column.
    var columnFrames: Int { WaveColumns.columnFrames(rate: rate) }

    /// Columns that a message shows: as many before the playhead as after it.
    private var window: Range<Int64> {
        let length = Int64(WaveColumns.messageColumns(rate: rate))
        let first = max(0, here - length / 2)
        return first..<max(first, min(count, first + length))
    }

    /// The columns to read now, in timeline frames.
    var frames: Range<Int64> {
        let size = Int64(columnFrames)
        return max(0, here - Self.behind) * size..<min(count, here + Self.ahead) * size
    }

    /// True if the columns around the playhead have been read, or cannot be.
    func isCovered(by read: LoadedWave?) -> Bool {
        guard let read, isSame(read) else { return false }
        let all = read.held.columns
        return all.isEmpty || read.held.first <= window.lowerBound && read.held.first + Int64(all.count) >= window.upperBound
    }

    /// The same stretch with columns, of which the first begins at that frame.
    func with(_ columns: [WaveColumn], from frame: Int64) -> LoadedWave {
        var copy = self
        copy.held = (frame / Int64(columnFrames), columns)
        return copy
    }

    /// The columns around the playhead, as far as they have been read.
    func columns(of read: LoadedWave?) -> WaveColumns {
        var wave = WaveColumns(source: .loaded, name: name, rate: rate, columnFrames: columnFrames)
        guard let read, isSame(read) else { return wave }
        let known = window.clamped(to: read.held.first..<read.held.first + Int64(read.held.columns.count))
        let first = Int(known.lowerBound - read.held.first)
        wave.firstFrame = known.lowerBound * Int64(columnFrames)
        wave.columns = Array(read.held.columns[first..<first + known.count])
        return wave
    }

    private func isSame(_ other: LoadedWave) -> Bool {
        (source, timeline, count) == (other.source, other.timeline, other.count)
    }
}
