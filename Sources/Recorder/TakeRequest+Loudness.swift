// The meter for the loudness of a take. Any thread; no I/O.
internal import Dictation
internal import Loudness

extension TakeRequest {
    /// Measures the whole file; nil when the setting is off. A take at a rate that cannot be measured is recorded all the same.
    var loudnessMeter: LoudnessMeter? {
        guard measuresLoudness else { return nil }
        do throws(LoudnessError) { return try LoudnessMeter(rate: format.rate, channels: format.channels, .take) } catch {
            return nil
        }
    }
}
