// Measures all figures of a timeline. One owner at a time; no I/O.
public import Dictation
public import Loudness

/// Measures the figures of a recording from its frames. The first seconds are heard twice: `learn`, then `begin`, and all frames
/// through `add`.
public final class AnalysisMeter {
    /// Seconds at the beginning that are enough to know the noise floor of the voice detector.
    public static let learningSeconds = 8

    private let rate: Int
    private let loudness: LoudnessMeter
    private var pauses: PauseFinder
    private var floor: FloorFinder
    private var clips = ClipFinder()
    private var frames: Int64 = 0

    /// Makes a meter; `rate` in Hz. Throws `LoudnessError`.
    public init(rate: Int, channels: Int) throws(LoudnessError) {
        self.rate = max(1, rate)
        loudness = try LoudnessMeter(rate: rate, channels: channels, .file)
        pauses = PauseFinder(rate: rate)
        floor = FloorFinder(rate: rate)
    }

    /// Learns the noise floor from frames that `add` gets again.
    public func learn(_ frames: UnsafeBufferPointer<SIMD2<Float>>) { unsafe pauses.learn(frames) }

    /// Ends the learning: the next frames are the first ones.
    public func begin() { pauses.begin() }

    /// Measures the next frames.
    public func add(_ sound: UnsafeBufferPointer<SIMD2<Float>>) {
        unsafe loudness.add(sound)
        unsafe pauses.add(sound)
        for index in 0..<sound.count {
            let frame = unsafe sound[index]
            clips.add(frame)
            floor.add(frame)
        }
        frames += Int64(sound.count)
    }

    /// Ends the sound and gives the figures, without those of losses and words. Throws `LoudnessError`.
    public func finish(mark: String, made: String) throws(LoudnessError) -> RecordingAnalysis {
        pauses.finish()
        clips.end()
        var analysis = RecordingAnalysis(
            mark: mark, made: made, seconds: Double(frames) / Double(rate), loudness: try loudness.figures())
        analysis.speech = pauses.figures
        analysis.noiseFloor = floor.level
        analysis.clips = clips.count
        analysis.clippedSeconds = Double(clips.frames) / Double(rate)
        analysis.clipPlaces = clips.places
        return analysis
    }
}
