// Finds speech and its pauses. A value; one thread at a time.
import Dictation
internal import Speech

/// Speech and the pauses of 0.3 seconds and more in it, with the detector of voice activation. The silence before the first and
/// after the last word is no pause.
struct PauseFinder {
    private var detector: VoiceDetector
    private let rate: Double
    /// Frame at which the present stretch of voice began; nil outside.
    private var began: Int64?
    /// Frame after the last stretch; nil before the first one.
    private var ended: Int64?
    private var speech: Int64 = 0
    private var pauses: [Int64] = []

    init(rate: Int) {
        self.rate = Double(max(1, rate))
        detector = VoiceDetector(VoiceOptions(holdSeconds: 0.3), rate: max(1, rate))
    }

    /// Learns the noise floor from frames that `add` gets again.
    mutating func learn(_ frames: UnsafeBufferPointer<SIMD2<Float>>) { unsafe detector.add(frames) { _ in } }

    /// Ends the learning.
    mutating func begin() { detector.restart() }

    /// Examines the next frames.
    mutating func add(_ frames: UnsafeBufferPointer<SIMD2<Float>>) {
        var edges: [VoiceEdge] = []
        unsafe detector.add(frames) { edges.append($0) }
        for edge in edges { take(edge) }
    }

    /// Ends the sound.
    mutating func finish() {
        var edges: [VoiceEdge] = []
        detector.finish { edges.append($0) }
        for edge in edges { take(edge) }
    }

    private mutating func take(_ edge: VoiceEdge) {
        switch edge {
        case .onset(let frame):
            if let ended { pauses.append(max(0, frame - ended)) }
            began = frame
        case .end(let frame):
            if let began { speech += max(0, frame - began) }
            (began, ended) = (nil, frame)
        }
    }

    /// The figures, after `finish`.
    var figures: RecordingAnalysis.Speech {
        var figures = RecordingAnalysis.Speech()
        figures.seconds = seconds(speech)
        figures.pauses = pauses.count
        let sorted = pauses.sorted()
        guard let longest = sorted.last else { return figures }
        figures.longestPause = seconds(longest)
        figures.medianPause = seconds(sorted[sorted.count / 2])
        return figures
    }

    private func seconds(_ frames: Int64) -> Double { (Double(frames) / rate * 1000).rounded() / 1000 }
}
