// Part of a take before its server went away. A value of any thread.
internal import Dictation

/// Segments that a take had recorded when its server went away.
struct TakePart: Sendable {
    /// In the order in which they were recorded.
    var segments: [Segment] = []
    /// Seconds without a server.
    var awaySeconds = 0.0
    /// Time at which the last one was cut off, on the clock of `Telemetry.wallTime`.
    var leftAt: UInt64 = 0

    /// Sums over all segments.
    var seconds: Double { segments.reduce(0) { $0 + Double($1.frames) / Double($1.rate) } }
    var bytes: Int64 { segments.reduce(0) { $0 + $1.bytes } }
    var dropouts: Int { segments.reduce(0) { $0 + $1.dropoutCount } }

    /// In frames of `rate`.
    func pausedFrames(rate: Int) -> Int64 {
        let seconds = segments.reduce(0) { sum, segment in
            sum + segment.joints.reduce(0) { $0 + Double($1.paused) } / Double(segment.rate)
        }
        return Int64((seconds * Double(rate)).rounded())
    }

    /// Highest sample of each side; one channel is both.
    var peaks: (left: Float, right: Float) {
        segments.reduce((0, 0)) { highest, segment in
            (max(highest.0, segment.peaks.first ?? 0), max(highest.1, segment.peaks.last ?? 0))
        }
    }
}
