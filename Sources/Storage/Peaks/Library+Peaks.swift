// Any thread; blocks on the disk. Where the waveforms of a library are kept.
public import Dictation
import Glibc

extension Library {
    /// Hidden, beside the recordings. All in it can be deleted at any time; what is missing is drawn again.
    static let peakFolder = ".peaks"
    static let peakEnding = ".peaks"

    /// Any thread. `.peaks/memo.wav.peaks`; of a file that lies elsewhere a number stands for its path.
    func peakPath(of file: String) -> String {
        let name = file.hasPrefix("/") ? "@" + DecodeKey.hash(text: file) : file
        return "\(folder)/\(Self.peakFolder)/\(name)\(Self.peakEnding)"
    }

    /// What is known of a segment's waveform.
    public enum PeakState: String, Sendable, Hashable {
        case ready
        /// Not drawn yet.
        case none
        /// The audio has changed since.
        case stale
        case damaged
    }

    /// Any thread; blocks for a header, not for the audio.
    public func peakState(of segment: Segment) -> PeakState {
        do throws(StorageError) {
            return try openPeaks(of: segment) == nil ? .stale : .ready
        } catch .missing {
            return .none
        } catch {
            return .damaged
        }
    }

    /// Nil for what was drawn of other audio.
    func openPeaks(of segment: Segment) throws(StorageError) -> PeakFile? {
        let file = try PeakFile(path: peakPath(of: segment.file))
        let status = try FileStatus(of: path(of: segment.file))
        let stamp = file.layout.stamp
        let isOfIt =
            stamp.bytes == status.bytes && stamp.modified == status.modified.mark && stamp.frames == segment.frames
            && stamp.rate == segment.rate && stamp.channels == segment.channels
        return isOfIt ? file : nil
    }

    // MARK: With the recording

    /// Blocks. A waveform goes where its audio has gone; one that does not is drawn again.
    func movePeaks(_ file: String, to target: String) {
        _ = unsafe rename(peakPath(of: file), peakPath(of: target))
    }

    /// Blocks. The copy of a file has the same waveform: only the stamp differs.
    func copyPeaks(_ file: String, to target: String) {
        do throws(StorageError) {
            var bytes = try Self.contents(of: peakPath(of: file))
            guard bytes.count >= PeakLayout.headerBytes,
                var layout = PeakLayout(header: Array(bytes[..<PeakLayout.headerBytes]))
            else { return }
            let (before, after) = (try FileStatus(of: path(of: file)), try FileStatus(of: path(of: target)))
            guard layout.stamp.bytes == before.bytes, layout.stamp.modified == before.modified.mark, before.bytes == after.bytes
            else { return }
            layout.stamp.modified = after.modified.mark
            bytes.replaceSubrange(..<PeakLayout.headerBytes, with: layout.header)
            try Self.replace(peakPath(of: target), with: bytes)
        } catch {
            // Drawn again when it is asked for.
        }
    }

    func removePeaks(_ file: String) { Folder.removeQuietly(peakPath(of: file)) }

    // MARK: Upkeep

    /// Blocks; looks at all of them. Damaged ones, and those of audio that is gone, with what is wrong.
    func uselessPeaks() throws(StorageError) -> [(file: String, words: String)] {
        let shelf = "\(folder)/\(Self.peakFolder)"
        let names: [String]
        do throws(StorageError) { names = try Folder.names(in: shelf) } catch .missing { return [] }
        var found: [(String, String)] = []
        for name in names.sorted() where name.hasSuffix(Self.peakEnding) {
            let file = String(name.dropLast(Self.peakEnding.count))
            // Whose a number is only the sidecars know; it is small, and is left.
            if !file.hasPrefix("@"), !exists(file) {
                found.append((name, "the waveform of \(file), which is gone"))
                continue
            }
            do throws(StorageError) {
                try PeakFile(path: "\(shelf)/\(name)").check()
            } catch .badPeaks(_, let reason) {
                found.append((name, "a damaged waveform (\(reason)); it is drawn again when it is asked for"))
            }
        }
        return found
    }
}
