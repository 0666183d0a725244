// Reader thread only; the one place that calls Rubber Band.
import CRubberBand
import Glibc

/// One Rubber Band in realtime mode, that counts: stereo in, stereo out, and which input frame the next output frame is.
///
/// One thread, the one that made it. Interleaved outside; the planar copies Rubber Band wants are made here.
///
/// The settings of a voice never change: a change begins another voice at the same place (see `TimelineRenderer.splice`), which is heard
/// sooner than Rubber Band would let a running one glide.
@safe public final class Stretcher {
    public let engine: StretchSettings.Engine
    /// Input frames for an output frame.
    public private(set) var rate = 1.0
    /// Input frames to feed before the first one that is to be heard. Holds for the settings of the last `begin`.
    public private(set) var startPad = 0

    private let state: RubberBandState
    private let block: Int
    private let planes: UnsafeMutablePointer<Float>

    /// Output frames since `begin`; below 0 they are the start delay, which nobody hears.
    private var taken = 0
    /// The input frame that output frame 0 is.
    private var start = 0.0

    /// Any thread. Throws where no tempo or pitch can be changed at this rate.
    public static func check(sampleRate: Int) throws(StretchError) {
        guard (8000...192_000).contains(sampleRate) else { throw .badSampleRate(sampleRate) }
    }

    /// One thread. Allocates for milliseconds. `block` frames at most go in or out in one step.
    public init(
        sampleRate: Int, engine: StretchSettings.Engine, block: Int = 4096
    ) throws(StretchError) {
        try Self.check(sampleRate: sampleRate)
        self.engine = engine
        self.block = block
        let engineOption = engine == .finer ? RubberBandOptionEngineFiner : RubberBandOptionEngineFaster
        // Mixed: R2's crisp transients find some in a steady tone, and pull it off pitch by up to 20 cents.
        // High consistency: the one pitch method whose delay does not jump where the pitch crosses 0.
        let options =
            RubberBandOptionProcessRealTime.rawValue | RubberBandOptionThreadingNever.rawValue
            | RubberBandOptionPitchHighConsistency.rawValue | RubberBandOptionChannelsTogether.rawValue
            | RubberBandOptionTransientsMixed.rawValue
            | engineOption.rawValue
        guard
            let made = unsafe rubberband_new(
                UInt32(sampleRate), 2, RubberBandOptions(options), 1, 1)
        else { throw .noStretcher(reason: "it gave no stretcher") }
        let version = unsafe rubberband_get_engine_version(made)
        guard version == (engine == .finer ? 3 : 2) else {
            unsafe rubberband_delete(made)
            throw .noStretcher(reason: "it answered with engine R\(version)")
        }
        unsafe rubberband_set_max_process_size(made, UInt32(block))
        unsafe state = made
        unsafe planes = .allocate(capacity: 2 * block)
        unsafe planes.initialize(repeating: 0, count: 2 * block)
    }

    deinit {
        unsafe rubberband_delete(state)
        unsafe planes.deallocate()
    }

    /// Output frames thrown away at the start. Holds for the settings of the last `begin`.
    public var startDelay: Int {
        unsafe Int(rubberband_get_start_delay(state)) + Int((Double(startPad - halfWindow) / rate).rounded())
    }
    private var halfWindow: Int { unsafe Int(rubberband_get_preferred_start_pad(state)) }
    /// Input frames that make it give output, and no more: R3 corrects its rate once in a call, and drifts by up to 0.2 %
    /// where a call is longer than its step.
    public var required: Int { unsafe min(max(1, Int(rubberband_get_samples_required(state))), block) }
    /// Output frames that wait.
    private var available: Int { unsafe max(0, Int(rubberband_available(state))) }

    /// The input frame that the next output frame is.
    public var position: Double { start + Double(max(0, taken)) * rate }

    /// Forgets all sound; the first frame out will be input frame `input`, once `startPad` frames before it were fed. The
    /// engine stays the one it was made for.
    ///
    /// - Parameter goesOn: out of the same sound: an even level from the first frame on is worth more than a whole attack.
    public func begin(at input: Double, settings: StretchSettings, goesOn: Bool = false) throws(StretchError) {
        try settings.check()
        rate = settings.rate
        let scale = exp2(settings.pitchCents / 1200)
        unsafe rubberband_set_time_ratio(state, 1 / rate)
        unsafe rubberband_set_pitch_scale(state, scale)
        let formants = settings.preservesFormants ? RubberBandOptionFormantPreserved : RubberBandOptionFormantShifted
        unsafe rubberband_set_formant_option(state, RubberBandOptions(formants.rawValue))
        // After the ratios: it remembers the steps of the settings that it finds.
        unsafe rubberband_reset(state)
        startPad = halfWindow + warmUp(scale / rate, goesOn: goesOn)
        taken = -startDelay
        start = input
    }

    /// Input frames before those of the first window, to where it works as later. By measurement, at every ratio of the
    /// windows' steps: too few, and the level is up to 4 dB off; and an attack that the first windows have not seen coming, or
    /// saw half of, loses up to 7 dB.
    private func warmUp(_ ratio: Double, goesOn: Bool) -> Int {
        switch engine {
        case .finer: ratio > 1.22 ? halfWindow / 4 : halfWindow * 5 / 8
        case .faster where goesOn: halfWindow
        case .faster: ratio < 1 ? halfWindow / 2 : 0
        }
    }

    /// 40 dB above full scale. A single sample that is louder leaves R2 at half its level for seconds, by measurement, and what
    /// it computes of the loudest floats is no number any more, for ever.
    private static let loudest: Float = 100

    /// The next input frames, at most `block`. A sample that is no number is silence.
    public func feed(_ frames: UnsafeBufferPointer<SIMD2<Float>>) {
        for index in 0..<frames.count {
            let frame = unsafe Self.bounded(frames[index])
            unsafe planes[index] = frame.x
            unsafe planes[block + index] = frame.y
        }
        unsafe withPlanes { left, right in
            let both: InlineArray<2, UnsafePointer<Float>?> = unsafe [UnsafePointer(left), UnsafePointer(right)]
            unsafe withUnsafePointer(to: both) {
                unsafe $0.withMemoryRebound(to: UnsafePointer<Float>?.self, capacity: 2) {
                    unsafe rubberband_process(state, $0, UInt32(frames.count), 0)
                }
            }
        }
        // Here and not in `take`: while it is primed, nothing may heap up in Rubber Band's buffer.
        while taken < 0, available > 0 { discard(min(-taken, available)) }
    }

    private static func bounded(_ frame: SIMD2<Float>) -> SIMD2<Float> {
        // Only a number less itself is nothing.
        frame.replacing(with: 0, where: (frame - frame) .!= 0)
            .clamped(lowerBound: SIMD2(repeating: -loudest), upperBound: SIMD2(repeating: loudest))
    }

    /// What there is, at most as much as fits; 0 asks for more input.
    public func take(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int {
        guard taken >= 0 else { return 0 }
        let count = retrieve(min(available, frames.count))
        for index in 0..<count { unsafe frames[index] = SIMD2(planes[index], planes[block + index]) }
        return count
    }

    private func discard(_ count: Int) { _ = retrieve(count) }

    private func retrieve(_ wanted: Int) -> Int {
        guard wanted > 0 else { return 0 }
        let got = unsafe withPlanes { left, right in
            let both: InlineArray<2, UnsafeMutablePointer<Float>?> = unsafe [left, right]
            return unsafe withUnsafePointer(to: both) {
                unsafe $0.withMemoryRebound(to: UnsafeMutablePointer<Float>?.self, capacity: 2) {
                    unsafe Int(rubberband_retrieve(state, $0, UInt32(min(wanted, block))))
                }
            }
        }
        taken += got
        return got
    }

    private func withPlanes<R>(_ body: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> R) -> R {
        unsafe body(planes, planes + block)
    }
}
