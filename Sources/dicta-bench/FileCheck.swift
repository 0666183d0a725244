// Room: dicta-bench. The main thread; the one place that calls libsndfile.
import CSndFile

/// What a recording of the coded signal holds.
struct FileCheck {
    /// Frames from the first coded one to the last.
    private(set) var frames = 0
    /// Frames that are missing between them.
    private(set) var lost = 0
    /// Frames that come again, or are none of the signal.
    private(set) var torn = 0

    /// Nothing when it is no audio file of two channels.
    init?(path: String) {
        var info = SF_INFO()
        guard let file = unsafe sf_open(path, Int32(SFM_READ), &info) else { return nil }
        // Nothing was written that a close could lose.
        defer { _ = unsafe sf_close(file) }
        guard info.channels == 2 else { return nil }
        var block = [Float](repeating: 0, count: 2 * 65_536)
        var expected: UInt32?
        // Silence may stand before the connection was made and after it was cut: it counts when signal follows.
        var silent = 0
        while true {
            let count = Int(unsafe sf_readf_float(file, &block, Int64(block.count / 2)))
            guard count > 0 else { return }
            for i in 0..<count {
                let left = block[2 * i]
                let right = block[2 * i + 1]
                if left == 0, right == 0 {
                    silent += expected == nil ? 0 : 1
                    continue
                }
                add(FrameCode.decode(left, right), &expected, &silent)
            }
        }
    }

    private mutating func add(_ found: UInt32?, _ expected: inout UInt32?, _ silent: inout Int) {
        if silent > 0 {
            torn += silent
            frames += silent
            silent = 0
        }
        frames += 1
        guard let found else {
            torn += 1
            return
        }
        if let expected {
            let jump = Int(Int32(bitPattern: found &- expected))
            if jump < 0 { torn += -jump } else { lost += jump }
        }
        expected = found &+ 1
    }
}
