// Checks a take that voice activation began and paused. One owner; blocks on the disk.
import Dictation
import JackTestSupport
import Storage

/// Result of a check of one segment of a signal of `MixedServer.stretches`: each stretch of sound is there as a whole, and in order.
/// Only the first may begin late, and the last end early, since a person paused or stopped there.
struct VoiceCheck {
    private(set) var frames = 0
    private(set) var findings: [String] = []

    init(_ segment: Segment, path: String) {
        do {
            let reader = try SegmentReader(path: path)
            var block = [SIMD2<Float>](repeating: .zero, count: 1 << 16)
            var last: Int?
            // Crossfades at joints by hand are in the sound; those of the voice detector are in silence.
            var unclear: [Range<Int>] = []
            for joint in segment.joints { unclear.append(Int(joint.position) - 1..<Int(joint.position) + segment.rate / 200) }
            while true {
                let count = unsafe try block.withUnsafeMutableBufferPointer { buffer throws(StorageError) in
                    unsafe try reader.read(into: buffer)
                }
                guard count > 0 else { break }
                for offset in 0..<count where block[offset] != .zero {
                    let place = frames + offset
                    guard !unclear.contains(where: { $0.contains(place) }) else {
                        last = nil
                        continue
                    }
                    guard let number = Signal.place(of: block[offset]) else { continue }
                    if let last, number != last + 1, !Self.isNext(number, after: last) {
                        note("\(segment.file), frame \(place): sound of place \(number) behind \(last)")
                    }
                    last = number
                }
                frames += count
            }
            if Int64(frames) != segment.frames {
                note("\(segment.file): \(frames) frames in the file, \(segment.frames) in the sidecar")
            }
        } catch {
            note("\(path): \(error)")
        }
    }

    /// A stretch ends at its last frame, and another one begins at its first.
    private static func isNext(_ number: Int, after last: Int) -> Bool {
        MixedServer.stretches.contains { $0.upperBound - 1 == last } && MixedServer.stretches.contains { $0.lowerBound == number }
    }

    private mutating func note(_ words: String) {
        if findings.count < 5 { findings.append(words) }
    }
}
