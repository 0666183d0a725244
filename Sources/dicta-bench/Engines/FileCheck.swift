// The main thread; the one place that calls libsndfile.
import CSndFile

/// What a recording holds of the coded frames that were put out while it was measured.
struct FileCheck {
    /// Those put out.
    let expected: Int
    /// Those in the file, each once.
    private(set) var frames = 0
    /// Frames of silence among them: who keeps time fills with it what the server has skipped or he has missed.
    private(set) var silent = 0
    /// Frames that come again or late, or are none of the signal.
    private(set) var torn = 0

    /// Put out, and not in the file.
    var lost: Int { expected - frames }

    /// Checks the frames from `first`, `count` of them. Nothing when it is no audio file of two channels.
    init?(path: String, first: UInt32, count expected: Int) {
        self.expected = expected
        var info = SF_INFO()
        guard let file = unsafe sf_open(path, Int32(SFM_READ), &info) else { return nil }
        // Nothing was written that a close could lose.
        defer { _ = unsafe sf_close(file) }
        guard info.channels == 2 else { return nil }
        var block = [Float](repeating: 0, count: 2 * 65_536)
        // The next frame as it should be, counted from the first; below 0 is what was recorded before.
        var next: Int?
        // Silence counts when signal follows: after the last of it somebody has cut the connection.
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
