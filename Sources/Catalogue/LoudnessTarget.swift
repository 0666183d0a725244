// The loudness that an export is to have. Any thread; a value.
import Dictation
import Loudness
internal import Messages

/// The loudness and the highest true peak of an exported file.
struct LoudnessTarget: Hashable {
    /// Distance in dB below the limit from which a peak makes the limiter look closer.
    private static let near = 1.0
    /// Reduction in dB from which the limiter is heard.
    static let audible = 6.0

    /// Integrated loudness in LUFS.
    let loudness: Double
    /// Highest true peak in dB of full scale.
    let truePeak: Double

    /// Reads the options of a request; nil for none. Throws `.usage` for a peak without a loudness.
    init?(_ request: Request) throws(CatalogueError) {
        let peak = request.double(.truePeak)
        guard let loudness = request.double(.loudness) else {
            guard peak == nil else { throw .usage(tr("\(request.name): --true-peak needs --loudness, such as --loudness -16")) }
            return nil
        }
        self.loudness = loudness
        truePeak = peak ?? -1
    }

    /// The gain in dB for sound of these figures: 0 for silence.
    func gain(for figures: LoudnessFigures) -> Double {
        figures.integrated > LoudnessFigures.silence ? loudness - figures.integrated : 0
    }

    /// The ceiling in dB of a limiter for sound of these figures after the gain; nil if no peak comes near the limit.
    func ceiling(for figures: LoudnessFigures) -> Double? {
        figures.truePeak + gain(for: figures) > truePeak - Self.near ? truePeak - PeakLimiter.margin : nil
    }
}
