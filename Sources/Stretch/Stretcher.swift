// Changes tempo and pitch through Rubber Band. One owner at a time; never blocks once it is made.
import CRubberBand
internal import Messages
import System

/// A Rubber Band stretcher in realtime mode that counts: stereo in, stereo out, and the input frame of each output frame.
///
/// One owner at a time. Frames are interleaved outside; the planar copies that Rubber Band needs are made here. This type is
/// the only caller of Rubber Band.
///
/// The settings of a running stretcher never change: a change begins another one at the same place (see
/// `TimelineRenderer.splice`), which is heard sooner than a glide within Rubber Band.
@safe public final class Stretcher {
    /// Engine that this stretcher was made for.
    public let engine: StretchSettings.Engine
    private let raisesPitch: Bool
    /// Input frames per output frame.
    public private(set) var rate = 1.0
    /// Input frames to feed before the first frame that is to be heard. Valid for the settings of the last `begin`.
    public private(set) var startPad = 0

    private let state: RubberBandState
    private let block: Int
    private let planes: UnsafeMutablePointer<Float>

    /// Output frames since `begin`; negative values are the start delay, which is discarded.
    private var taken = 0
    /// Input frame of output frame 0.
    private var start = 0.0

    /// Throws `badSampleRate` if tempo and pitch cannot be changed at this sample rate. Any thread.
    public static func check(sampleRate: Int) throws(StretchError) {
        guard (8000...192_000).contains(sampleRate) else { throw .badSampleRate(sampleRate) }
    }

    /// Makes a stretcher for settings like these (see `fits`); allocates for some milliseconds. At most `block` frames go in or
    /// out in one step. Throws `badSampleRate`, or `noStretcher` if Rubber Band fails or is too old.
    public init(sampleRate: Int, settings: StretchSettings, block: Int = 4096) throws(StretchError) {
        try Self.check(sampleRate: sampleRate)
        engine = settings.engine
        raisesPitch = settings.pitchCents > 0
        self.block = block
        let engineOption = engine == .finer ? RubberBandOptionEngineFiner : RubberBandOptionEngineFaster
        // Mixed transients: R2's crisp mode finds transients in a steady tone, and detunes it by up to 20 cents.
        // The method for gliding pitch (high consistency) also resamples where the pitch stays, which costs 1.2 (R3) to 2.1
        // (R2) times as much. Upwards the fast method resamples before it stretches: attacks are lost, and the pitch is up to
        // 25 cents off, by measurement. Elsewhere the fast method sounds the same.
        let method = raisesPitch ? RubberBandOptionPitchHighConsistency : RubberBandOptionPitchHighSpeed
        let options =
            RubberBandOptionProcessRealTime.rawValue | RubberBandOptionThreadingNever.rawValue
            | method.rawValue | RubberBandOptionChannelsTogether.rawValue
            | RubberBandOptionTransientsMixed.rawValue
            | engineOption.rawValue
        guard
            let made = unsafe rubberband_new(
                UInt32(sampleRate), 2, RubberBandOptions(options), 1, 1)
        else { throw .noStretcher(reason: tr("it gave no stretcher")) }
        let version = unsafe rubberband_get_engine_version(made)
        guard version == (engine == .finer ? 3 : 2) else {
            unsafe rubberband_delete(made)
            throw .noStretcher(reason: tr("it answered with engine R\(version)"))
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

    /// Output frames that are discarded at the start. Valid for the settings of the last `begin`.
    public var startDelay: Int {
        unsafe Int(rubberband_get_start_delay(state)) + Int((Double(startPad - halfWindow) / rate).rounded())
    }
    private var halfWindow: Int { unsafe Int(rubberband_get_preferred_start_pad(state)) }
    /// Input frames to feed next, at most `block`. R3: as many as the next output needs, and no more, since it corrects its
    /// rate once per call and drifts by up to 0.2 % if a call is longer than its step. R2: at least 1024, since shorter calls
    /// cost it up to a fifth more.
    public var required: Int {
        let least = unsafe Int(rubberband_get_samples_required(state))
        return min(max(engine == .finer ? 1 : 1024, least), block)
    }
    /// Output frames ready to be taken.
    private var available: Int { unsafe max(0, Int(rubberband_available(state))) }

    /// Input frame of the next output frame.
    public var position: Double { start + Double(max(0, taken)) * rate }

    /// True if `begin` can take these settings: Rubber Band's engine and pitch method are fixed when the stretcher is made.
    public func fits(_ settings: StretchSettings) -> Bool {
        engine == settings.engine && raisesPitch == (settings.pitchCents > 0)
    }

    /// Forgets all audio. The first frame out will be input frame `input`, once the `startPad` frames before it were fed. The
    /// settings have to be some that `fits` accepts. Throws for settings out of range.
    ///
    /// - Parameter goesOn: true if the new sound continues the old one: then an even level from the first frame on matters more
    ///   than a complete attack.
    public func begin(at input: Double, settings: StretchSettings, goesOn: Bool = false) throws(StretchError) {
        try settings.check()
        rate = settings.rate
        let scale = Mathematics.powerOfTwo(settings.pitchCents / 1200)
        unsafe rubberband_set_time_ratio(state, 1 / rate)
        unsafe rubberband_set_pitch_scale(state, scale)
        let formants = settings.preservesFormants ? RubberBandOptionFormantPreserved : RubberBandOptionFormantShifted
        unsafe rubberband_set_formant_option(state, RubberBandOptions(formants.rawValue))
        // Reset after setting the ratios, since Rubber Band remembers the steps of the settings it finds.
        unsafe rubberband_reset(state)
        startPad = halfWindow + warmUp(scale / rate, goesOn: goesOn)
        taken = -startDelay
        start = input
    }

    /// Input frames before the first window until the stretcher works as it does later, measured at every ratio of the windows'
    /// steps. With too few the level is up to 4 dB off, and an attack that the first windows miss or see only half of loses up
    /// to 7 dB.
    private func warmUp(_ ratio: Double, goesOn: Bool) -> Int {
        switch engine {
        case .finer: ratio > 1.22 ? halfWindow / 4 : halfWindow * 5 / 8
        case .faster where goesOn: halfWindow
        case .faster: ratio < 1 ? halfWindow / 2 : 0
        }
    }

    /// Input limit, 40 dB above full scale. By measurement, a single louder sample leaves R2 at half its level for seconds, and
    /// the loudest floats turn its output into NaN for good.
    private static let loudest: Float = 100

    /// Takes the next input frames, at most `block`. NaN and infinite samples become silence.
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
        // Discard here and not in `take`, so that nothing piles up in Rubber Band's buffer while it is primed.
        while taken < 0, available > 0 { discard(min(-taken, available)) }
    }

    private static func bounded(_ frame: SIMD2<Float>) -> SIMD2<Float> {
        // Only a finite number minus itself is zero.
        frame.replacing(with: 0, where: (frame - frame) .!= 0)
            .clamped(lowerBound: SIMD2(repeating: -loudest), upperBound: SIMD2(repeating: loudest))
    }

    /// Gives the frames that are ready, as many as fit, and returns the count; 0 means that more input is needed.
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
