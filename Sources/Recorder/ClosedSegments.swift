// Segments of a take that are closed: its server went away meanwhile. Any thread; a value.
package import Dictation

/// The segments that a take had recorded when its server went away.
package struct ClosedSegments: Sendable {
    /// Segments in the order of recording.
    package var segments: [Segment] = []
    /// Seconds without a server, in total.
    package var awaySeconds = 0.0
    /// Time at which the last segment was cut off, in nanoseconds on the clock of `Telemetry.wallTime`.
    package var leftAt: UInt64 = 0

    /// No segments, or those.
    package init(segments: [Segment] = [], awaySeconds: Double = 0) {
        (self.segments, self.awaySeconds) = (segments, awaySeconds)
    }

    /// Length of all segments in seconds.
    package var seconds: Double { segments.reduce(0) { $0 + Double($1.frames) / Double($1.rate) } }
    /// Size of all segments in bytes.
    package var bytes: Int64 { segments.reduce(0) { $0 + $1.bytes } }
    /// Samples at the full scale of an input in all segments.
    package var clips: Int64 { segments.reduce(0) { $0 + $1.clips } }
    /// Number of dropouts in all segments.
    package var dropouts: Int { segments.reduce(0) { $0 + $1.dropoutCount } }

    /// Time paused in all segments, in frames at `rate` (Hz).
    package func pausedFrames(rate: Int) -> Int64 {
        let seconds = segments.reduce(0) { sum, segment in
            sum + segment.joints.reduce(0) { $0 + Double($1.paused) } / Double(segment.rate)
        }
        return Int64((seconds * Double(rate)).rounded())
    }

    /// Highest sample of each side; a mono segment counts for both sides.
    package var peaks: (left: Float, right: Float) {
        segments.reduce((0, 0)) { highest, segment in
            (max(highest.0, segment.peaks.first ?? 0), max(highest.1, segment.peaks.last ?? 0))
        }
    }
}
