// Test signals.
import Dictation
import Storage
import Testing
import take_writer

typealias Frame = SIMD2<Float>

enum Signal {
    /// A frame counter as in `TakeSignal`: a frame that is lost, doubled, shifted, swapped or rounded differs.
    static func counter(_ count: Int, from first: Int = 0, _ encoding: AudioFormat.SampleEncoding) -> [Frame] {
        (first..<first + count).map { TakeSignal.counter($0, encoding) }
    }

    /// A signal for the format: the counter if the format is lossless, else tones. Mono has the same on both sides.
    static func frames(_ count: Int, from first: Int = 0, _ format: AudioFormat) -> [Frame] {
        (first..<first + count).map { TakeSignal.frame($0, format) }
    }
}

extension SegmentWriter {
    /// Writes in blocks of an odd size, so no block ends at a block of the file.
    func write(all frames: [Frame], block: Int = 1_000) throws(StorageError) {
        var done = 0
        while done < frames.count {
            let next = min(done + block, frames.count)
            try unsafe frames.withUnsafeBufferPointer { (all) throws(StorageError) in
                try unsafe write(UnsafeBufferPointer(rebasing: all[done..<next]))
            }
            done = next
        }
    }
}

extension SegmentReader {
    func readAll(block: Int = 777) throws(StorageError) -> [Frame] {
        var frames: [Frame] = []
        while true {
            let got = try read(upTo: block)
            frames += got
            if got.count < block { return frames }
        }
    }

    func read(upTo count: Int) throws(StorageError) -> [Frame] {
        var frames = [Frame](repeating: Frame(9, 9), count: count)
        let got = try unsafe frames.withUnsafeMutableBufferPointer { (all) throws(StorageError) in
            try unsafe read(into: all)
        }
        return Array(frames[..<got])
    }
}

/// The first difference of two signals, in words; nil if they are the same bit for bit.
func difference(_ got: [Frame], _ wanted: [Frame]) -> String? {
    for index in 0..<min(got.count, wanted.count)
    where got[index].x.bitPattern != wanted[index].x.bitPattern || got[index].y.bitPattern != wanted[index].y.bitPattern {
        return "frame \(index) is \(got[index]), not \(wanted[index])"
    }
    return got.count == wanted.count ? nil : "\(got.count) frames, not \(wanted.count)"
}

/// All formats that give back every bit.
func formats(channels: Int = 2, rate: Int = 48_000) throws -> [AudioFormat] {
    try AudioFormat.Container.allCases.filter(\.isLossless).flatMap { container in
        try container.encodings.map { encoding in
            try AudioFormat(container: container, encoding: encoding, rate: rate, channels: channels)
        }
    }
}

func lossyFormats(channels: Int = 2, rate: Int = 48_000) throws -> [AudioFormat] {
    try AudioFormat.Container.allCases.filter { !$0.isLossless && $0.rates.contains(rate) }.map { container in
        try AudioFormat(container: container, rate: rate, channels: channels)
    }
}

/// A file name for the format; formats have different names.
func fileName(_ format: AudioFormat) -> String {
    "\(format.container)-\(format.encoding)-\(format.rate)-\(format.channels).\(format.container.fileExtension)"
}
