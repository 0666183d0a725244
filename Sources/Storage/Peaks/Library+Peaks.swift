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
    func peakPath(of file: String) -> String { "\(folder)/\(Self.peakFolder)/\(Self.peakName(of: file))" }

    /// Name of the peak file of an audio file, in the folder of peak files.
    static func peakName(of file: String) -> String {
        (file.hasBytes(first: "/") ? "@" + DecodeKey.hash(text: file) : file) + peakEnding
    }

    /// The folder of peak files; nil if there is none. Throws for a link in its place, and for what is not this program's.
    func peakShelf() throws(StorageError) -> Shelf? { try Shelf("\(folder)/\(Self.peakFolder)") }

    /// The place of an audio file's peak file. Throws `missing` if no waveform was made in this library yet.
    func peakPlace(of file: String) throws(StorageError) -> Place {
        guard let shelf = try peakShelf() else { throw .missing(path: peakPath(of: file)) }
        return try shelf.place(Self.peakName(of: file))
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
        let file = try PeakFile(peakPlace(of: segment.file))
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
        do throws(StorageError) { try peakPlace(of: file).rename(to: peakPlace(of: target)) } catch {}
    }

    /// Copies the peak file for a copy of the audio; only the stamp differs. Blocks.
    func copyPeaks(_ file: String, to target: String) {
        do throws(StorageError) {
            var bytes = try peakPlace(of: file).contents()
            guard bytes.count >= PeakLayout.headerBytes,
                var layout = PeakLayout(header: Array(bytes[..<PeakLayout.headerBytes]))
            else { return }
            let (before, after) = (try FileStatus(of: path(of: file)), try FileStatus(of: path(of: target)))
            guard layout.stamp.bytes == before.bytes, layout.stamp.modified == before.modified.mark, before.bytes == after.bytes
            else { return }
            layout.stamp.modified = after.modified.mark
            bytes.replaceSubrange(..<PeakLayout.headerBytes, with: layout.header)
            try Self.replace(peakPlace(of: target), with: bytes)
        } catch {
            // The peak file is made when it is next needed.
        }
    }

    /// Removes the peak file of an audio file. Blocks.
    func removePeaks(_ file: String) { (try? peakPlace(of: file))?.removeQuietly() }

    /// Removes a peak file that an error names. Blocks.
    func removePeakFile(_ path: String) {
        let name = path.lastPart
        (try? peakShelf()?.place(name))?.removeQuietly()
    }

    // MARK: Upkeep

    /// Reads all peak files, and returns the damaged ones and those whose audio is gone, with the reason. A link, and a file of
    /// another form, is not this program's and not among them. Blocks.
    func uselessPeaks() throws(StorageError) -> [(place: Place, file: String, words: String)] {
        guard let shelf = try peakShelf() else { return [] }
        var found: [(Place, String, String)] = []
        for name in try shelf.names().sorted() where name.hasBytes(last: Self.peakEnding) {
            let place = try shelf.place(name)
            guard PeakFile.isOwn(place) else { continue }
            let file = name.droppingBytes(last: Self.peakEnding.utf8.count)
            // Only the sidecars know which file a hash stands for; its peak file is small and stays.
            if !file.hasBytes(first: "@"), !exists(file) {
                found.append((place, name, tr("the waveform of \(file), which is gone")))
                continue
            }
            do throws(StorageError) {
                try PeakFile(place).check()
            } catch .badPeaks(_, let reason) {
                found.append((place, name, tr("a damaged waveform (\(reason)); it is made again when needed")))
            }
        }
        return found
    }
}
