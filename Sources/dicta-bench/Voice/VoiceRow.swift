// Figures of a detector of speech. One thread; a value.
import SpeechTrial

/// Figures of one detector.
struct VoiceRow: Encodable {
    /// Figures at one ratio of signal to noise.
    struct Cell: Encodable {
        /// Ratio of signal to noise in dB.
        let ratio: Double
        /// Speech missed, and silence taken for speech, in percent.
        let missed: Double
        let wrong: Double

        init(_ ratio: Double, _ score: SpeechTrial.Score) {
            (self.ratio, missed, wrong) = (ratio, score.missed, score.wrong)
        }
    }

    let detector: String
    let cells: [Cell]
    /// Processor seconds for an hour of sound at 48 kHz; nil for a detector whose time is not measured.
    let secondsAnHour: Double?
}
