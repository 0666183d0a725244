// The last steps of an export, from the encoded file to the final name. One owner at a time; each step blocks briefly.
public import Dictation
import System

/// Finishes an export: writes tags and chapters, converts to AAC if asked, verifies the length, and gives the file its name.
///
/// The job owns the hidden file it is given: a job dropped before its end leaves nothing on disk.
public final class Finishing: PieceJob {
    /// Format of the finished file.
    public enum Kind: Sendable, Hashable {
        /// A file that is encoded already, in this container.
        case plain(AudioFormat.Container)
        /// AAC in an M4A file, encoded by ffmpeg; the bit rate is in kbit/s.
        case aac(bitRate: Int)

        /// True where chapters are written as comments (FLAC and Ogg).
        var chaptersAsComments: Bool {
            switch self {
            case .plain(.flac), .plain(.ogg), .plain(.opus): true
            default: false
            }
        }

        /// True where the container has a place for markers that programs agree on.
        var hasMarkers: Bool { ![.plain(.w64), .plain(.caf), .plain(.alac)].contains(self) }

        /// True for containers whose tags are added by ffmpeg, which copies the audio unchanged.
        var isRetagged: Bool { chaptersAsComments || self == .plain(.mp3) }

        /// Costs for each frame: of the conversion, and of the check of the finished file.
        public var shares: WorkShares {
            switch self {
            case .plain(let container): WorkShares([isRetagged ? FrameCost.tagging : 0, FrameCost.reading(container)])
            case .aac: WorkShares([FrameCost.encodingAAC, FrameCost.decodingAAC])
            }
        }
    }

    private enum Stage {
        case converting(FFmpegRun)
        case checking(FrameCount)
        case listening(FFmpegRun)
        case done
    }

    private let kind: Kind
    private let frames: Int64
    private let rate: Int
    private var hidden: [String]
    /// Wanted path of the file; after the last step the path it got.
    public private(set) var target: String
    private let mayReplace: Bool
    private let mayChooseName: Bool
    /// True for a file of the library or the cache, which is no more open than a recording; false for a file for others.
    private let isOwn: Bool
    /// Gives the finished file its name, instead of the usual rename; called with the path of the hidden file.
    private let place: ((String) throws(StorageError) -> Void)?
    private var stage: Stage
    /// True once the tags are in the file, or when there are none.
    public private(set) var isTagged: Bool
    /// True once the markers are in the file.
    public var isMarked: Bool { isTagged && kind.hasMarkers }

    /// Starts to finish `source`, a file of `frames` frames in a `WorkFolder` beside `target`; the job owns it from now on.
    /// Blocks.
    ///
    /// With `mayReplace` an existing `target` is replaced by the last step. With `mayChooseName` the file gets the next free
    /// name if `target` is taken by then. `place` names the file in another way. `rate` is in frames per second and gives
    /// chapters their times. With `isOwn` the file is no more open than a recording.
    public init(
        _ source: String, as kind: Kind, to target: String, mayReplace: Bool = false, mayChooseName: Bool = false,
        isOwn: Bool = false, frames: Int64, rate: Int, tags: AudioTags, place: ((String) throws(StorageError) -> Void)? = nil
    ) throws(StorageError) {
        self.kind = kind
        self.target = target
        self.mayReplace = mayReplace
        self.mayChooseName = mayChooseName
        self.isOwn = isOwn
        self.place = place
        self.frames = frames
        self.rate = rate
        hidden = [source]
        stage = .done
        isTagged = tags.isEmpty || [.plain(.wav), .plain(.caf), .plain(.alac)].contains(kind)
        // Without ffmpeg the audio is complete; only its tags are missing.
        if case .aac = kind {
            try convert(source, tags)
        } else if kind.isRetagged, !tags.isEmpty, ForeignProgram.find("ffmpeg") != nil {
            try convert(source, tags)
        } else {
            try check()
        }
    }

    deinit { for file in hidden { Folder.removeQuietly(file) } }

    /// Progress from 0 to 1.
    public var fraction: Double {
        let seconds = max(0.001, Double(frames) / Double(rate))
        return switch stage {
        case .converting(let run): kind.shares.fraction(0, run.seconds / seconds)
        case .checking(let count): kind.shares.fraction(1, count.fraction)
        case .listening(let run): kind.shares.fraction(1, run.seconds / seconds)
        case .done: 1
        }
    }

    /// Does the next short piece of work and returns true at the end. Throws `notVerified` if the length is wrong.
    public func step() throws(StorageError) -> Bool {
        switch stage {
        case .converting(let run):
            guard try run.step() else { return false }
            isTagged = true
            try check()
        case .checking(let count):
            guard try count.step() else { return false }
            // Lossy encoders may add a little after the end.
            let isFine = isLossless ? count.frames == frames : abs(count.frames - expected(count.rate)) <= Int64(count.rate / 10)
            guard isFine else {
                let found = TimeSpan.comparison(count.frames, to: expected(count.rate), rate: count.rate)
                throw .notVerified(path: target, reason: "it is \(found) than what was encoded")
            }
            try putInPlace()
        case .listening(let run):
            guard try run.step() else { return false }
            let wanted = Double(frames) / Double(rate)
            guard abs(run.seconds - wanted) <= 0.1 else {
                let lengths = "\(TimeSpan.length(run.seconds)) instead of \(TimeSpan.length(wanted))"
                throw .notVerified(path: target, reason: "it plays for \(lengths)")
            }
            try putInPlace()
        case .done: return true
        }
        if case .done = stage { return true }
        return false
    }

    // MARK: Parts

    private var isLossless: Bool { if case .plain(let container) = kind { container.isLossless } else { false } }

    private func expected(_ other: Int) -> Int64 { frames * Int64(other) / Int64(rate) }

    private func convert(_ source: String, _ tags: AudioTags) throws(StorageError) {
        let notes = "\(source).txt"
        let (base, fileExtension) = Library.splitName(source)
        let fresh = "\(base).out.\(isAAC ? "m4a" : fileExtension)"
        hidden += [notes, fresh]
        try Library.replace(
            notes, with: Array(ChapterText.text(tags, rate: rate, frames: frames, asComments: kind.chaptersAsComments).utf8))
        var words = ["-i", "file:\(source)", "-f", "ffmetadata", "-i", "file:\(notes)", "-map", "0:a:0", "-map_metadata", "1"]
        words += ["-map_chapters", kind.chaptersAsComments ? "-1" : "1"]
        switch kind {
        case .aac(let bitRate): words += ["-c:a", "aac", "-b:a", "\(bitRate)k", "-movflags", "+faststart"]
        case .plain: words += ["-c", "copy", "-id3v2_version", "3"]
        }
        stage = .converting(try FFmpegRun(words + ["-y", "file:\(fresh)"], on: source))
    }

    private var isAAC: Bool { if case .aac = kind { true } else { false } }

    private var newest: String { hidden.count == 3 ? hidden[2] : hidden[0] }

    private func check() throws(StorageError) {
        guard isAAC else {
            stage = .checking(try FrameCount(newest))
            return
        }
        // Decodes to the end as a player would; a broken packet is an error.
        stage = .listening(
            try FFmpegRun(["-xerror", "-i", "file:\(newest)", "-map", "0:a:0", "-f", "null", "-"], on: target))
    }

    private func takeName() throws(StorageError) {
        let (base, kind) = Library.splitName(target)
        var number = 2
        while true {
            do throws(StorageError) {
                return try Library.moveFresh(newest, to: target)
            } catch {
                guard case .exists = error, mayChooseName else { throw error }
                target = "\(base) (\(number)).\(kind)"
                number += 1
            }
        }
    }

    private func putInPlace() throws(StorageError) {
        let descriptor = try onDisk("open", newest, File.open(newest, .read))
        // The file is synced through this descriptor, so a failing close loses nothing.
        defer { File.close(descriptor) }
        if isOwn { try FileMode.restrict(descriptor, path: newest) }
        if mayReplace { try FileMode(of: target)?.give(to: descriptor, path: newest) }
        try onDisk("sync", newest, File.sync(descriptor))
        if let place {
            try place(newest)
        } else if mayReplace {
            try onDisk("replace", target, File.rename(newest, to: target))
        } else {
            try takeName()
        }
        try Folder.sync(Folder.parent(of: target))
        stage = .done
    }
}
