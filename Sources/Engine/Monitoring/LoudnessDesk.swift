// The topic `loudness`: momentary, short-term and integrated loudness. Control loop only.
internal import Dictation
internal import JackClient
internal import Recorder
internal import System

/// Shows the loudness of the running take or of the inputs, which the writer measures while somebody is subscribed.
final class LoudnessDesk: Desk {
    private let jack: JackDesk
    private let recording: RecordingDesk
    /// True if somebody is subscribed to the topic. Set once by the engine: subscriptions are made later.
    var isWanted: () -> Bool = { false }
    private var isWatched = false

    init(_ jack: JackDesk, _ recording: RecordingDesk) {
        self.jack = jack
        self.recording = recording
    }

    func turn(_ now: Moment) {
        let isWanted = isWanted()
        guard isWanted != isWatched else { return }
        isWatched = isWanted
        recording.setLoudnessWatched(isWanted)
    }

    func fields(of topic: Topic) -> Fields {
        guard topic == .loudness else { return [:] }
        let reading = jack.client == nil ? LoudnessBoard.Reading() : recording.loudness.reading
        return [
            "loudness_source": .text(reading.source.rawValue), "loudness_name": .text(reading.name),
            "momentary_lufs": .double(reading.momentary), "short_term_lufs": .double(reading.shortTerm),
            "integrated_lufs": .double(reading.integrated), "loudness_seconds": .double(reading.seconds),
        ]
    }
}
