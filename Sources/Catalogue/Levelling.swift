// Brings an export to its loudness. One owner at a time; no I/O.
import Dictation
import Loudness
internal import Messages
import System

/// The second pass of an export with a loudness: gain, limiter, and the measurement of the result.
@safe final class Levelling {
    private let target: LoudnessTarget
    /// Figures of the sound before.
    let before: LoudnessFigures
    private let factor: Float
    private let limiter: PeakLimiter?
    private let meter: LoudnessMeter
    private var buffer: [SIMD2<Float>] = []

    /// Makes the pass for sound of these figures. Throws `LoudnessError`.
    init(_ target: LoudnessTarget, _ before: LoudnessFigures, rate: Int, channels: Int) throws(LoudnessError) {
        (self.target, self.before) = (target, before)
        factor = Decibel.factor(target.gain(for: before))
        limiter = target.ceiling(for: before).map { PeakLimiter(rate: rate, ceiling: $0) }
        meter = try LoudnessMeter(rate: rate, channels: channels, .file)
    }

    /// Levels frames, and gives those that are ready to `take`.
    func add<Failure: Error>(
        _ frames: UnsafeBufferPointer<SIMD2<Float>>, _ take: (UnsafeBufferPointer<SIMD2<Float>>) throws(Failure) -> Void
    ) throws(Failure) {
        buffer.removeAll(keepingCapacity: true)
        for index in 0..<frames.count { buffer.append(unsafe frames[index] * factor) }
        try unsafe buffer.withUnsafeBufferPointer { (levelled) throws(Failure) in
            guard let limiter else { return try unsafe pass(levelled, take) }
            try unsafe limiter.add(levelled) { (ready) throws(Failure) in try unsafe pass(ready, take) }
        }
    }

    /// Gives the last frames.
    func finish<Failure: Error>(_ take: (UnsafeBufferPointer<SIMD2<Float>>) throws(Failure) -> Void) throws(Failure) {
        try unsafe limiter?.finish { (ready) throws(Failure) in try unsafe pass(ready, take) }
    }

    private func pass<Failure: Error>(
        _ frames: UnsafeBufferPointer<SIMD2<Float>>, _ take: (UnsafeBufferPointer<SIMD2<Float>>) throws(Failure) -> Void
    ) throws(Failure) {
        unsafe meter.add(frames)
        try unsafe take(frames)
    }

    /// Fields of the answer, once all frames have passed. Throws `LoudnessError`.
    func fields() throws(LoudnessError) -> Fields {
        let after = try meter.figures()
        let reduction = limiter?.reduction ?? 0
        let fields: Fields = [
            "source_loudness_lufs": .double(before.integrated), "source_true_peak_db": .double(before.truePeak),
            "gain_db": .double(LoudnessFigures.bounded(target.gain(for: before))), "limited": .flag(reduction > 0),
            "limited_db": .double(reduction), "loudness_lufs": .double(after.integrated), "true_peak_db": .double(after.truePeak),
        ]
        guard let words = hint(after, reduction) else { return fields }
        return fields + ["hint": .text(words)]
    }

    /// A sentence about what the target could not have, or what it costs; nil if there is nothing to say.
    private func hint(_ after: LoudnessFigures, _ reduction: Double) -> String? {
        guard before.integrated > LoudnessFigures.silence else {
            return meter.isTooShort
                ? tr("it is shorter than the 0.4 seconds that can be measured: the level is unchanged")
                : tr("nothing in it is loud enough to measure: the level is unchanged")
        }
        var parts: [String] = []
        if reduction > LoudnessTarget.audible {
            let most = reduction.localized(1)
            parts.append(tr("the loudest peaks were turned down by up to \(most) dB, which can be heard"))
        }
        if after.integrated < target.loudness - 0.1 {
            let (limit, got, wanted) = (target.truePeak.localized, after.integrated.localized(1), target.loudness.localized)
            parts.append(tr("the limit of \(limit) dB keeps it at \(got) LUFS instead of \(wanted)"))
        }
        guard !parts.isEmpty else { return nil }
        return (parts + [tr("ask for a lower --loudness to keep the peaks")]).joined(separator: "; ")
    }
}
