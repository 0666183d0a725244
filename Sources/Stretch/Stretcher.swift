// Room: Stretch. Reader thread only; the one place that calls Rubber Band.
import CRubberBand
import Glibc

/// One Rubber Band in realtime mode, that counts: stereo in, stereo out, and which input frame the next output frame is.
///
/// One thread, the one that made it. Interleaved outside; the planar copies Rubber Band wants are made here.
@safe final class Stretcher {
    let engine: StretchSettings.Engine
    /// Input frames for an output frame, as last told.
    private(set) var rate: Double

    private let state: RubberBandState
    private let block: Int
    private let planes: UnsafeMutablePointer<Float>

    /// Output frames since `begin`; below 0 they are the start delay, which nobody hears.
    private var taken = 0
    private var pitch: Double
    /// Rubber Band stretches, and then resamples for the pitch. A new pitch holds from the next output frame on, a new stretch
    /// from the middle of the next window on, half a window later: so the place of a frame needs both maps.
    private var stretched = Course()
    private var place = Course()

    /// Reader thread. Allocates for milliseconds. `block` frames at most go in or out in one step.
    init(sampleRate: Int, settings: StretchSettings, block: Int) throws(StretchError) {
        try settings.check()
        guard (8000...192_000).contains(sampleRate) else { throw .badSampleRate(sampleRate) }
        engine = settings.engine
        rate = settings.rate
        pitch = Self.scale(settings.pitchCents)
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
                UInt32(sampleRate), 2, RubberBandOptions(options), 1 / settings.rate, Self.scale(settings.pitchCents))
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

    private static func scale(_ cents: Double) -> Double { exp2(cents / 1200) }

    /// Input frames to feed before the first one that is to be heard. Holds for the settings of the last `begin`.
    var startPad: Int { halfWindow + warmUp }
    /// Output frames thrown away at the start. Holds for the settings of the last `begin`.
    var startDelay: Int { unsafe Int(rubberband_get_start_delay(state)) + Int((Double(warmUp) / rate).rounded()) }
    private var halfWindow: Int { unsafe Int(rubberband_get_preferred_start_pad(state)) }
    /// R3's first two or three windows mute an attack at frame 0 by up to 6 dB at rate 2; R2's do not.
    private var warmUp: Int { engine == .finer ? halfWindow / 4 : 0 }
    /// Input frames that make it give output.
    var required: Int { unsafe min(max(1, Int(rubberband_get_samples_required(state))), block) }
    /// Output frames that wait.
    private var available: Int { unsafe max(0, Int(rubberband_available(state))) }

    /// The input frame that the next output frame is.
    var position: Double { place.value(at: stretched.value(at: Double(max(0, taken)))) }

    /// Forgets all sound; the first frame out will be input frame `input`, once `startPad` frames before it were fed.
    func begin(at input: Double, settings: StretchSettings) {
        unsafe rubberband_reset(state)
        apply(settings)
        taken = -startDelay
        stretched.begin(at: 0, slope: pitch)
        place.begin(at: input, slope: rate / pitch)
    }

    /// Changes rate, pitch and formants while running. What was made already stays as it is; so does the engine.
    func change(to settings: StretchSettings) {
        let frontier = Double(taken + available)
        apply(settings)
        stretched.turn(at: frontier, slope: pitch)
        place.turn(at: stretched.value(at: frontier) + Double(halfWindow), slope: rate / pitch)
    }

    private func apply(_ settings: StretchSettings) {
        rate = settings.rate
        pitch = Self.scale(settings.pitchCents)
        unsafe rubberband_set_time_ratio(state, 1 / settings.rate)
        unsafe rubberband_set_pitch_scale(state, pitch)
        let formants = settings.preservesFormants ? RubberBandOptionFormantPreserved : RubberBandOptionFormantShifted
        unsafe rubberband_set_formant_option(state, RubberBandOptions(formants.rawValue))
    }

    /// The next input frames, at most `block`.
    func feed(_ frames: UnsafeBufferPointer<SIMD2<Float>>) {
        for index in 0..<frames.count {
            unsafe planes[index] = frames[index].x
            unsafe planes[block + index] = frames[index].y
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

    /// What there is, at most as much as fits; 0 asks for more input.
    func take(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int {
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
        stretched.forget(before: Double(taken))
        place.forget(before: stretched.value(at: Double(taken)))
        return got
    }

    private func withPlanes<R>(_ body: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> R) -> R {
        unsafe body(planes, planes + block)
    }
}
