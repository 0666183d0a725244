// The waveform of the selected recording. Any thread; a value.
internal import Dictation

/// Asks for the waveform of one recording after the other: only for one on which the selection rests, and never for two at a
/// time, since each is work for the library.
struct LibraryWave: Sendable {
    /// Columns that are asked for: enough for the widest pane.
    private static let columns: Int64 = 160
    /// Waveforms that are kept.
    private static let most = 64
    /// Seconds for which the selection rests before its waveform is asked for.
    static let rest = 0.3

    /// One state of a recording: a longer or edited one has another waveform.
    private struct Key: Hashable {
        let name: String
        let seconds: Double
        let bytes: Int64

        init(_ recording: RecordingView) { (name, seconds, bytes) = (recording.name, recording.seconds, recording.bytes) }
    }

    private var lanes: [Key: [WaveLane]] = [:]
    private var asked: (ticket: Int, key: Key)?

    /// The channels of a recording; nil while they are unknown.
    func lanes(of recording: RecordingView) -> [WaveLane]? { lanes[Key(recording)] }

    /// True if the waveform of a recording is to be asked for.
    func isMissing(_ recording: RecordingView) -> Bool { asked == nil && lanes[Key(recording)] == nil }

    /// Asks for the waveform of the selected recording, if it is not known.
    mutating func look(_ recording: RecordingView, _ context: inout FaceContext) {
        guard isMissing(recording) else { return }
        let key = Key(recording)
        guard let ticket = context.ask(.library(.peaks), [.name: .text(key.name), .columns: .int(Self.columns)]) else {
            lanes[key] = []
            return
        }
        asked = (ticket, key)
    }

    /// Takes an answer. False if it is not one to this. A recording without a waveform has none until it changes.
    mutating func take(_ ticket: Int, _ answer: Result<Reply, Failure>) -> Bool {
        guard let asked, asked.ticket == ticket else { return false }
        self.asked = nil
        if lanes.count >= Self.most { lanes = [:] }
        lanes[asked.key] = (try? answer.get()).map { WaveLane.lanes(ofPeaks: $0.items) } ?? []
        return true
    }

    /// Forgets a request whose engine is gone.
    mutating func forget() { asked = nil }
}
