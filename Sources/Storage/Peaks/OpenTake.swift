// A take that is still being written, as far as its waveform goes. Any thread; a value and a shared file.
public import Dictation
import System

/// A running take with its waveform up to now, for showing it before it has a sidecar.
public struct OpenTake: Sendable {
    /// The take as if it had ended now; its segment is as long as the waveform.
    public let entry: JournalEntry
    /// The waveform.
    let peaks: OpenPeaks

    /// Takes the entry of a take and the waveform that is being drawn of it.
    public init(_ entry: JournalEntry, _ peaks: OpenPeaks) {
        self.entry = entry
        self.peaks = peaks
    }
}

/// The waveform of a take up to a moment: the finished blocks in the nameless file that the take goes on to write, and the
/// block in progress in memory.
@safe public final class OpenPeaks: Sendable {
    /// Frames that it covers.
    public let frames: Int64
    let layout: PeakLayout
    /// Bytes of the block in progress, and the place that they will have in the file.
    let tail: (bytes: [UInt8], place: Int64)
    let descriptor: Int32

    /// Takes over a descriptor of the file. Finished blocks never change, so they can be read while more are appended.
    init(_ descriptor: Int32, frames: Int64, channels: Int, base: Int, tail columns: [PeakColumn]) {
        self.descriptor = descriptor
        self.frames = frames
        layout = PeakLayout(PeakStamp(bytes: 0, modified: 0, frames: frames, rate: 0, channels: channels), base: base)
        let blocks = Int(frames / Int64(layout.framesPerBlock))
        tail = (columns.isEmpty ? [] : PeakBlock.bytes(columns, channels: channels), layout.place(block: blocks, level: 0))
    }

    deinit { File.close(descriptor) }
}
