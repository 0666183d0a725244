// Files that are not as they were written. One owner at a time; blocks on the disk.
public import Dictation
internal import Messages
import System

extension Library {
    /// Reasons why sound at the end of what a range of a recording plays may be missing, a sentence for each file that is shorter
    /// than it was written; none where all is there. A file that is gone is told where it is read. Blocks.
    public func missingSound(of recording: Recording, in range: Range<Int64>? = nil) -> [String] {
        let heard = recording.timeline.part(range ?? 0..<recording.timeline.length)
        return recording.segments(of: heard).compactMap { (segment: Segment) -> String? in
            let path = self.path(of: segment.file)
            guard let bytes = (try? FileStatus(of: path))?.bytes, bytes < segment.bytes else { return nil }
            // A file whose length nobody can read has its number of bytes only.
            guard let info = (try? SegmentReader(path: path, isSequential: true))?.info else {
                return Self.difference(segment, bytes: bytes)
            }
            guard info.frames < segment.frames else {
                // Plain samples are all there, and only tags went. A compressed file may still lack a part of its last block.
                return info.hasPlainSamples ? nil : Self.difference(segment, bytes: bytes)
            }
            var left = segment
            left.frames = info.frames
            let end = left.frames(at: recording.rate)
            guard heard.spans.contains(where: { $0.segment == segment.file && $0.end > end }) else { return nil }
            return Self.difference(segment, frames: info.frames)
        }
    }

    /// Throws `damaged` unless a file has the length that its segment says.
    func refuseDamaged(_ segment: Segment, of name: String) throws(StorageError) {
        let bytes = try FileStatus(of: path(of: segment.file)).bytes
        guard bytes == segment.bytes else { throw .damaged(name: name, reason: Self.difference(segment, bytes: bytes)) }
        // A file that only ffmpeg can read has no length that is known without decoding.
        guard try !needsDecoding(segment) else { return }
        let frames = try SegmentReader(path: path(of: segment.file)).info.frames
        guard frames != segment.frames else { return }
        throw .damaged(name: name, reason: Self.difference(segment, frames: frames))
    }

    private static func difference(_ segment: Segment, bytes: Int64) -> String {
        tr(
            bytes, "\(segment.file) has \(bytes) byte, but \(segment.bytes) were written",
            "\(segment.file) has \(bytes) bytes, but \(segment.bytes) were written")
    }

    private static func difference(_ segment: Segment, frames: Int64) -> String {
        let found = TimeSpan.comparison(frames, to: segment.frames, rate: segment.rate)
        return tr("\(segment.file) is \(found) than what was recorded")
    }
}

extension SegmentInfo {
    /// True for samples one behind the other: the size of such a file says how many there are.
    fileprivate var hasPlainSamples: Bool {
        ["wav", "rf64", "w64", "caf", "aiff", "au"].contains(container)
            && (encoding.hasPrefix("pcm") || encoding == "float" || encoding == "double")
    }
}
