// Measures the topic `loudness`. Writer thread only; no I/O.
internal import Dictation
internal import Loudness
internal import Realtime
internal import Synchronization

/// Measures what the writer has written of a take, or what it passes over without one, while somebody is subscribed. A take
/// that measures its loudness anyway is not measured twice.
///
/// Costs one comparison for each piece of the stream while nobody is subscribed.
final class LoudnessWatch {
    /// Hops of 100 ms between two looks at the integrated loudness, which costs more the longer the sound is.
    private static let pause = 10

    /// The sound that is measured.
    private struct Sound: Equatable {
        var source: LoudnessBoard.Reading.Source
        var name = ""
        /// Number of the take, and of its part.
        var take: UInt64 = 0
        var part = 0
        var rate: Int
        var channels: Int
    }

    private let board: LoudnessBoard
    private var sound: Sound?
    /// Measures `sound`; nil while a take measures itself.
    private var meter: LoudnessMeter?
    private var shown = LoudnessBoard.Reading()
    /// Hops as of the last reading, and as of the last look at the integrated loudness.
    private var hops = 0
    private var integratedHops = 0

    init(_ board: LoudnessBoard) { self.board = board }

    /// True while somebody watches.
    var isWatched: Bool { board.isWatched.load(ordering: .relaxed) }

    /// Forgets all values: there is no sound any more.
    func clear() {
        guard sound != nil else { return }
        (sound, meter) = (nil, nil)
        show(LoudnessBoard.Reading())
    }

    /// Measures frames of a take that were just written; `own` is the take's meter, which has measured them.
    func add(_ samples: UnsafeBufferPointer<Frame>, of take: TakeRequest, _ own: LoudnessMeter?) {
        guard begin(Self.sound(take), own) else { return }
        unsafe meter?.add(samples)
        update(own)
    }

    /// Measures silence that was just written in place of missing frames.
    func addSilence(_ count: Int, of take: TakeRequest, _ own: LoudnessMeter?) {
        guard begin(Self.sound(take), own) else { return }
        meter?.addSilence(count)
        update(own)
    }

    /// Measures frames of the inputs.
    func add(_ samples: UnsafeBufferPointer<Frame>, ofInputs rate: Int) {
        guard begin(Sound(source: .inputs, rate: rate, channels: 2), nil) else { return }
        unsafe meter?.add(samples)
        update(nil)
    }

    /// Goes on with a sound, or begins with another one. False while nobody watches.
    private func begin(_ next: Sound, _ own: LoudnessMeter?) -> Bool {
        guard isWatched else {
            clear()
            return false
        }
        guard next != sound else { return true }
        sound = next
        (hops, integratedHops) = (0, 0)
        do throws(LoudnessError) {
            meter = own == nil ? try LoudnessMeter(rate: next.rate, channels: next.channels, .live) : nil
            show(.init(source: next.source, name: next.name))
        } catch {
            // A rate that cannot be measured: the topic says so by its source.
            meter = nil
            show(.init())
        }
        return true
    }

    private func update(_ own: LoudnessMeter?) {
        guard let meter = own ?? meter, let sound, meter.hops != hops else { return }
        if integratedHops == 0 || meter.hops - integratedHops >= Self.pause {
            shown.integrated = meter.integrated
            integratedHops = meter.hops
        }
        hops = meter.hops
        var reading = shown
        reading.momentary = meter.momentary
        reading.shortTerm = meter.shortTerm
        reading.seconds = Double(meter.frames) / Double(max(1, sound.rate))
        show(reading)
    }

    private func show(_ reading: LoudnessBoard.Reading) {
        shown = reading
        board.show(reading)
    }

    private static func sound(_ take: TakeRequest) -> Sound {
        Sound(
            source: .take, name: take.name, take: take.id, part: take.part, rate: take.format.rate, channels: take.format.channels
        )
    }
}
