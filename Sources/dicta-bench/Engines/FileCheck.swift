// Check of a recorded file, frame by frame. Main thread only.
import CSndFile

/// Coded frames of a measurement, compared with the frames in a recording.
struct FileCheck {
    /// Frames that were put out.
    let expected: Int
    /// Frames that are in the file, each once.
    private(set) var frames = 0
    /// Frames of silence in the measured part, not counted in `frames`. A recorder that keeps time fills skipped or missed
    /// periods with silence.
    private(set) var silent = 0
    /// Frames that come again or late, or are none of the signal.
    private(set) var torn = 0

    /// Frames that were put out and are not in the file.
    var lost: Int { expected - frames }

    /// Checks `count` frames from `first` on. Nil if the file is no audio file of two channels.
    init?(path: String, first: UInt32, count expected: Int) {
        self.expected = expected
        var info = SF_INFO()
        guard let file = unsafe sf_open(path, Int32(SFM_READ), &info) else { return nil }
        // The file is only read, so a failed close loses nothing.
        defer { _ = unsafe sf_close(file) }
        guard info.channels == 2 else { return nil }
        var block = [Float](repeating: 0, count: 2 * 65_536)
        // The next expected frame, counted from the first; negative for frames from before the measurement.
        var next: Int?
        // Silence counts only if signal follows: silence at the end is a cut connection.
        var pending = 0
        while true {
            let count = Int(unsafe sf_readf_float(file, &block, Int64(block.count / 2)))
            guard count > 0 else { return }
            for i in 0..<count {
                let left = block[2 * i]
                let right = block[2 * i + 1]
                if left == 0, right == 0 {
                    pending += 1
                } else {
                    let found = FrameCode.decode(left, right).map { Int(Int32(bitPattern: $0 &- first)) }
                    add(found, &next, &pending)
                }
            }
        }
    }

    private mutating func add(_ found: Int?, _ next: inout Int?, _ pending: inout Int) {
        defer { pending = 0 }
        if let next, (0..<expected).contains(next) { silent += pending }
        guard let found, found >= next ?? found else {
            torn += 1
            return
        }
        if (0..<expected).contains(found) { frames += 1 }
        next = found + 1
    }
}
