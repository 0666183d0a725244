// A track of speech in noise with its reference, and the score of a detector. Any thread; a value.
package import Speech
package import System

/// Speech with pauses in pink noise, and the places where somebody speaks.
///
/// All utterances have the same active level, with 1.5 s between them and 3 s before the first. The reference is the activity of
/// the clean speech (`ActiveSpeech`); the ratio of signal to noise is that of the active level to the noise.
package struct SpeechTrial {
    /// Score of a detector in percent.
    package struct Score: Equatable {
        /// Speech that no stretch covers.
        package let missed: Double
        /// Silence inside a stretch.
        package let wrong: Double
    }

    /// Sample rate of the track in Hz.
    package static let rate = SpeechCorpus.rate
    /// Active level of the speech in dB of full scale.
    package static let level = -20.0

    private let clean: [Float]
    /// Reference in steps of 10 ms.
    private let isSpeech: [Bool]
    private let noise: [Float]

    /// Makes the track. Throws when the corpus cannot be read.
    package init() throws(SystemError) {
        let rate = SpeechCorpus.rate
        let step = rate / 100
        var samples = [Float](repeating: 0, count: 3 * rate)
        var labels = [Bool](repeating: false, count: 300)
        for utterance in try SpeechCorpus.utterances() {
            let whole = Array(utterance.prefix(utterance.count / step * step))
            let speech = ActiveSpeech(whole, rate: rate)
            let gain = Decibel.factor(SpeechTrial.level - speech.level)
            samples += whole.map { $0 * gain } + [Float](repeating: 0, count: 150 * step)
            labels += speech.isActive + [Bool](repeating: false, count: 150)
        }
        clean = samples
        isSpeech = labels
        var source = PinkNoise(seed: 16)
        let raw = samples.map { _ in source.next() }
        let power = raw.reduce(0) { $0 + $1 * $1 } / Double(raw.count)
        noise = raw.map { Float($0 / power.squareRoot()) }
    }

    /// Seconds of the track, and seconds of speech in it.
    package var seconds: (track: Double, speech: Double) {
        (Double(clean.count) / Double(SpeechCorpus.rate), Double(isSpeech.count { $0 }) / 100)
    }

    /// The track at a ratio of signal to noise in dB, the same on both sides.
    package func mix(_ ratio: Double) -> [SIMD2<Float>] {
        let gain = Decibel.factor(SpeechTrial.level - ratio)
        return zip(clean, noise).map { SIMD2(repeating: $0 + $1 * gain) }
    }

    /// Stretches that a detector finds in a signal, in frames.
    package static func stretches(_ options: VoiceOptions, _ signal: [SIMD2<Float>]) -> [Range<Int64>] {
        var detector = VoiceDetector(options, rate: SpeechCorpus.rate)
        var found: [Range<Int64>] = []
        var onset: Int64 = 0
        let take = { (edge: VoiceEdge) in
            switch edge {
            case .onset(let frame): onset = frame
            case .end(let frame): found.append(onset..<frame)
            }
        }
        unsafe signal.withUnsafeBufferPointer { unsafe detector.add($0, take) }
        detector.finish(take)
        return found
    }

    /// Score of stretches found. A step counts as inside a stretch when its middle is.
    package func score(_ stretches: [Range<Int64>]) -> Score {
        let step = SpeechCorpus.rate / 100
        var inside = [Bool](repeating: false, count: isSpeech.count)
        for stretch in stretches {
            for index in inside.indices where stretch.contains(Int64(index * step + step / 2)) { inside[index] = true }
        }
        let pairs = zip(isSpeech, inside)
        let speech = isSpeech.count { $0 }
        let missed = pairs.count { $0 && !$1 }
        let wrong = pairs.count { !$0 && $1 }
        return Score(
            missed: 100 * Double(missed) / Double(max(1, speech)),
            wrong: 100 * Double(wrong) / Double(max(1, isSpeech.count - speech)))
    }
}
