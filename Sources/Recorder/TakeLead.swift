// A recording up to the take that goes into it. Any thread; a value.
package import Dictation
package import Playback

/// The part of a recording that is heard before a take, for playing the take while it is recorded, and what its markers need.
package struct TakeLead: Sendable {
    /// Path of the recording: its first audio file.
    package let home: String
    /// Spans of the timeline before the take.
    package let spans: [FileSpan]
    /// Markers of the timeline before the take.
    package let markers: [Marker]
    /// Markers of the timeline from the place of the take on, as they were before it.
    package let later: [Marker]
    /// Sample rate of the timeline in Hz; 0 if it is not known.
    package let rate: Int

    /// The part of the recording at `home` with these spans and markers.
    package init(home: String, spans: [FileSpan], markers: [Marker], later: [Marker], rate: Int) {
        (self.home, self.spans, self.markers, self.later, self.rate) = (home, spans, markers, later, rate)
    }

    /// Timeline frame at which the take begins.
    package var place: Int64 { spans.reduce(0) { $0 + $1.length } }
}
