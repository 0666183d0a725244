// A recording up to the take that goes into it. Any thread; a value.
package import Dictation
package import Playback

/// The part of a recording that is heard before a take, for playing the take while it is recorded.
package struct TakeLead: Sendable {
    /// Path of the recording: its first audio file.
    package let home: String
    /// Spans of the timeline before the take.
    package let spans: [FileSpan]
    /// Markers of the timeline before the take.
    package let markers: [Marker]

    /// The part of the recording at `home` with these spans and markers.
    package init(home: String, spans: [FileSpan], markers: [Marker]) {
        (self.home, self.spans, self.markers) = (home, spans, markers)
    }
}
