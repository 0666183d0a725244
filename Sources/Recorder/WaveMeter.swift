// Measures the columns of the topic `wave`. Writer thread only; no I/O.
package import Dictation
internal import Playback
internal import Realtime
package import Storage
internal import Synchronization

/// Measures what the writer has written of a take, or what it passes over without one, in columns at fixed multiples of their
/// length.
///
/// The frames of a take are measured once they were written, so that a column never shows what the file has not. While a disk
/// stands still, the writer does too: the columns stop with it, and those of the sound in the ring come at once when it runs
/// again. They are then more than a message has, and a client sees a hole in the frames, which `peaks` fills.
///
/// Costs one comparison for each piece of the stream while nobody is subscribed.
final class WaveMeter {
    private let board: WaveBoard
    private var meter = ColumnMeter(size: 1, channels: 2)
    /// The sound that is measured, without its columns, and the frame that comes next; nil before the first one.
    private var place: (sound: WaveColumns, next: Int64)?

    init(_ board: WaveBoard) { self.board = board }

    /// True while somebody watches.
    var isWatched: Bool { board.isWatched.load(ordering: .relaxed) }

    /// Forgets all columns: there is no sound any more.
    func clear() {
        place = nil
        board.begin(WaveColumns(source: .none))
    }

    /// Measures frames of a take that were just written; the file has `end` frames with them.
    func add(_ samples: UnsafeBufferPointer<Frame>, to end: Int64, of take: TakeRequest) {
        guard isWatched else { return }
        let first = take.place + end - Int64(samples.count)
        let skipped = begin(Self.sound(take), channels: take.format.channels, at: first, count: samples.count)
        unsafe meter.add(UnsafeBufferPointer(rebasing: samples[skipped...])) { keep($0) }
    }

    /// Measures silence that was just written in place of missing frames.
    func addSilence(_ count: Int, to end: Int64, of take: TakeRequest) {
        guard isWatched else { return }
        let first = take.place + end - Int64(count)
        let skipped = begin(Self.sound(take), channels: take.format.channels, at: first, count: count)
        meter.addSilence(count - skipped) { keep($0) }
    }

    /// Measures frames of the inputs; the first is extended JACK frame `frame`.
    func add(_ samples: UnsafeBufferPointer<Frame>, ofInputs frame: Int64, rate: Int) {
        guard isWatched, frame >= 0 else { return }
        let sound = WaveColumns(source: .inputs, rate: rate, columnFrames: WaveColumns.columnFrames(rate: rate))
        let skipped = begin(sound, channels: 2, at: frame, count: samples.count)
        unsafe meter.add(UnsafeBufferPointer(rebasing: samples[skipped...])) { keep($0) }
    }

    /// Goes on with `count` frames from `frame` on. Returns how many of them come before the first whole column, when the sound
    /// is another one or frames are missing: columns then begin anew.
    private func begin(_ sound: WaveColumns, channels: Int, at frame: Int64, count: Int) -> Int {
        if let place, place.sound == sound, place.next == frame {
            self.place?.next += Int64(count)
            return 0
        }
        let size = Int64(sound.columnFrames)
        let first = (frame + size - 1) / size * size
        var begun = sound
        begun.firstFrame = first
        board.begin(begun)
        meter = ColumnMeter(size: sound.columnFrames, channels: channels)
        guard first - frame < Int64(count) else {
            // No whole column begins here: the next piece is looked at in the same way.
            place = nil
            return count
        }
        place = (sound, frame + Int64(count))
        return Int(first - frame)
    }

    private func keep(_ column: PeakColumn) { board.add(WaveColumn(column)) }

    private static func sound(_ take: TakeRequest) -> WaveColumns {
        WaveColumns(
            source: .take, name: take.name, rate: take.format.rate,
            columnFrames: WaveColumns.columnFrames(rate: take.format.rate))
    }
}

extension WaveColumn {
    /// The column of a waveform; silence for one without frames.
    package init(_ column: PeakColumn) {
        guard column.frames > 0 else {
            self.init(low: .zero, high: .zero, loud: .zero)
            return
        }
        self.init(low: column.low, high: column.high, loud: column.rms)
    }
}
