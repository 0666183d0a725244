// Places of clips that become markers (R20). Writer thread only; a value.
internal import Dictation

/// Frames of a file at which an input reached full scale: at most one a second, and no more than a sidecar should have.
struct ClipMarks {
    /// Frames that have no marker yet, in file frames.
    private(set) var due: [Int64] = []
    /// Number of frames noted so far.
    private var count = 0
    /// Latest frame that was noted.
    private var last: Int64?
    /// Shortest distance of two marks in frames: a second.
    private let distance: Int64

    /// Name of the markers.
    static let name = "Clip"

    /// Begins without a clip; `rate` in Hz.
    init(rate: Int) { distance = Int64(rate) }

    /// Notes a clip at a file frame, unless the mark before is less than a second away, or there are too many marks.
    mutating func note(_ frame: Int64) {
        guard count < SettingsTable.mostClipMarkers, last.map({ frame - $0 >= distance }) ?? true else { return }
        due.append(frame)
        count += 1
        last = frame
    }

    /// Removes and returns the frames that have no marker yet.
    mutating func take() -> [Int64] {
        defer { due = [] }
        return due
    }
}
