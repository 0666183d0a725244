// State of the thread that makes the samples of cues. Cue thread only; blocks on the disk and on the speech program.
internal import Cues
internal import Dictation
internal import Messages
internal import Playback
package import Realtime
internal import Storage
internal import Stretch
package import Threads

/// Makes the samples of cues: in code, from files, and by the user's speech program.
package struct CueMaker: ThreadState, ~Copyable {
    /// Orders to the cue thread.
    package enum Order: Sendable {
        /// Make the samples of a source at this rate in Hz.
        case make(id: UInt64, CueSource, rate: Int)
        /// End the thread.
        case quit
    }

    /// Events from the cue thread.
    package enum Event: Sendable {
        /// The samples are ready.
        case made(id: UInt64, CueSamples)
        /// The samples could not be made.
        case refused(id: UInt64, EngineError)
    }

    package typealias Wake = WakeSemaphore

    private let outbox: Mailbox<Event>
    private var isQuitting = false

    /// Makes the state of the thread.
    package init(outbox: Mailbox<Event>) { self.outbox = outbox }

    package mutating func turn() -> Int? { isQuitting ? nil : 60_000 }

    package mutating func obey(_ order: Order) {
        switch order {
        case .make(let id, let source, let rate):
            guard !isQuitting else { return outbox.post(.refused(id: id, .wrongState(tr("The engine ends")))) }
            do throws(EngineError) {
                outbox.post(.made(id: id, try CueMaker.samples(of: source, rate: rate)))
            } catch {
                outbox.post(.refused(id: id, error))
            }
        case .quit: isQuitting = true
        }
    }

    /// The samples of a source; `rate` in Hz. Blocks.
    private static func samples(of source: CueSource, rate: Int) throws(EngineError) -> CueSamples {
        switch source {
        case .made(let sound): return CueSamples(sound.samples(rate: rate), channels: 1)
        case .file(let path): return try read(path, rate: rate, settings: StretchSettings(), longest: CueSource.longestFile)
        case .speech(let speech):
            let output = try SpeechProgram.speak(speech)
            let settings = StretchSettings(rate: speech.rate, pitchCents: speech.cents, preservesFormants: true)
            return try read(
                SpeechProgram.path(of: output), rate: rate, settings: settings, longest: SpeechProgram.longest, isTrimmed: true)
        }
    }

    /// Reads a file at `rate` Hz through the player's renderer. Throws `.refused` for one of more than `longest` seconds.
    private static func read(
        _ path: String, rate: Int, settings: StretchSettings, longest: Double, isTrimmed: Bool = false
    ) throws(EngineError) -> CueSamples {
        do throws(PlaybackError) {
            let timeline = try TimelineReader.opening(path)
            if Double(timeline.length) <= longest * Double(timeline.info.rate) {
                let samples = try read(timeline, rate: rate, settings: settings)
                return CueSamples(isTrimmed ? trimmed(samples) : samples, channels: 2)
            }
        } catch {
            throw .playback(error)
        }
        let most = TimeSpan.length(longest)
        throw .refused(
            Failure(
                .refused,
                tr(
                    "'\(path)' is longer than \(most), the longest sound:"
                        + " play it as a recording (dicta play), or as a bed (dicta bed)")))
    }

    /// Stereo samples without the silence at their start (below -50 dBFS): a spoken beat must be heard at its frame.
    private static func trimmed(_ samples: [Float]) -> [Float] {
        guard let first = samples.firstIndex(where: { abs($0) > 0.003 }) else { return samples }
        return Array(samples[(first / 2 * 2)...])
    }

    /// All samples of a timeline at `rate` Hz, left and right in turn.
    private static func read(
        _ timeline: TimelineReader, rate: Int, settings: StretchSettings
    ) throws(PlaybackError) -> [Float] {
        let renderer = try TimelineRenderer(timeline: timeline, outputRate: rate, quality: .best)
        try renderer.begin(at: 0, route: Route(), settings: settings)
        var samples: [Float] = []
        var block = [SIMD2<Float>](repeating: .zero, count: 4096)
        while true {
            let got = unsafe try block.withUnsafeMutableBufferPointer { (frames) throws(PlaybackError) in
                unsafe try renderer.render(into: frames)
            }
            guard got > 0 else { return samples }
            for frame in block[..<got] { samples += [frame[0], frame[1]] }
        }
    }
}
