// The peak files of a library. Any thread that may block on the disk.
public import Dictation
internal import Messages
import System

extension Library {
    /// Hidden folder of the peak files, beside the recordings. It is a cache: deleted files are made again.
    static let peakFolder = ".peaks"
    /// Suffix of a peak file's name.
    static let peakEnding = ".peaks"

    /// Returns the path of an audio file's peak file, for example `.peaks/memo.wav.peaks`. For a file outside the library a
    /// hash stands for its path.
    func peakPath(of file: String) -> String {
        let name = file.hasPrefix("/") ? "@" + DecodeKey.hash(text: file) : file
        return "\(folder)/\(Self.peakFolder)/\(name)\(Self.peakEnding)"
    }

    /// State of a segment's waveform.
    public enum PeakState: String, Sendable, Hashable {
        /// The peak file matches the audio.
        case ready
        /// No peak file was made yet.
        case none
        /// The audio has changed since its peak file was made.
        case stale
        /// The peak file cannot be read.
        case damaged
    }

    /// Returns the state of a segment's waveform. Reads headers, not audio. Blocks.
    public func peakState(of segment: Segment) -> PeakState {
        do throws(StorageError) {
            return try openPeaks(of: segment) == nil ? .stale : .ready
        } catch .missing {
            return .none
        } catch {
            return .damaged
        }
    }

    /// Opens the peak file of a segment; nil if it was made from other audio.
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

    /// Moves the peak file along with its audio; a peak file that cannot be moved is made again. Blocks.
    func movePeaks(_ file: String, to target: String) {
        try? File.rename(peakPath(of: file), to: peakPath(of: target))
    }

    /// Copies the peak file for a copy of the audio; only the stamp differs. Blocks.
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
            // The peak file is made when it is next needed.
        }
    }

    /// Removes the peak file of an audio file. Blocks.
    func removePeaks(_ file: String) { Folder.removeQuietly(peakPath(of: file)) }

    // MARK: Upkeep

    /// Reads all peak files, and returns the damaged ones and those whose audio is gone, with the reason. Blocks.
    func uselessPeaks() throws(StorageError) -> [(file: String, words: String)] {
        let shelf = "\(folder)/\(Self.peakFolder)"
        let names: [String]
        do throws(StorageError) { names = try Folder.names(in: shelf) } catch .missing { return [] }
        var found: [(String, String)] = []
        for name in names.sorted() where name.hasSuffix(Self.peakEnding) {
            let file = String(name.dropLast(Self.peakEnding.count))
            // Only the sidecars know which file a hash stands for; its peak file is small and stays.
            if !file.hasPrefix("@"), !exists(file) {
                found.append((name, tr("the waveform of \(file), which is gone")))
                continue
            }
            do throws(StorageError) {
                try PeakFile(path: "\(shelf)/\(name)").check()
            } catch .badPeaks(_, let reason) {
                found.append((name, tr("a damaged waveform (\(reason)); it is made again when needed")))
            }
        }
        return found
    }
}
