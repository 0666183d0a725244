// One thread (the library worker); each step blocks for a moment only.
public import Dictation
import Glibc

/// The last part of an export: tags and chapters, AAC where that is wanted, a look whether all of it is there, and the name.
///
/// It owns the hidden file it is given: let go of before the end nothing is left.
public final class Finishing: PieceJob {
    /// What the file is to be.
    public enum Kind: Sendable, Hashable {
        case plain(AudioFormat.Container)
        /// kbit a second.
        case aac(bitRate: Int)

        var chaptersAsComments: Bool {
            switch self {
            case .plain(.flac), .plain(.ogg), .plain(.opus): true
            default: false
            }
        }

        /// Whether there is a place for markers in it that programs agree on.
        var hasMarkers: Bool { ![.plain(.w64), .plain(.caf), .plain(.alac)].contains(self) }

        /// Containers that are given their tags by ffmpeg, without touching the audio.
        var isRetagged: Bool { chaptersAsComments || self == .plain(.mp3) }
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
    /// Path that it is to have; after the end the path that it has.
    public private(set) var target: String
    private let mayReplace: Bool
    private let mayChooseName: Bool
    /// Gives the finished file its name in another way.
    private let place: ((String) throws(StorageError) -> Void)?
    private var stage: Stage
    /// Whether its tags are in it, where there are any.
    public private(set) var isTagged: Bool
    /// Whether its markers are.
    public var isMarked: Bool { isTagged && kind.hasMarkers }

    /// Blocks. `source` is a file of so many frames in a `WorkFolder` beside `target`; it is this one's from now on. With
    /// `mayReplace` what has the name of `target` goes, once there is something better; with `mayChooseName` it gets the next name
    /// that is free where somebody has that one by then. `place` gives it its name in another way.
    public init(
        _ source: String, as kind: Kind, to target: String, mayReplace: Bool = false, mayChooseName: Bool = false, frames: Int64,
        rate: Int, tags: AudioTags, place: ((String) throws(StorageError) -> Void)? = nil
    ) throws(StorageError) {
        self.kind = kind
        self.target = target
        self.mayReplace = mayReplace
        self.mayChooseName = mayChooseName
        self.place = place
        self.frames = frames
        self.rate = rate
        hidden = [source]
        stage = .done
        isTagged = tags.isEmpty || [.plain(.wav), .plain(.caf), .plain(.alac)].contains(kind)
        // Without ffmpeg the audio is whole, and only says less of itself.
        if case .aac = kind {
            try convert(source, tags)
        } else if kind.isRetagged, !tags.isEmpty, ForeignProgram.find("ffmpeg") != nil {
            try convert(source, tags)
        } else {
            try check()
        }
    }

    deinit { for file in hidden { Folder.removeQuietly(file) } }

    public var fraction: Double {
        let seconds = max(0.001, Double(frames) / Double(rate))
        return switch stage {
        case .converting(let run): 0.6 * min(1, run.seconds / seconds)
        case .checking(let count): 0.6 + 0.4 * count.fraction
        case .listening(let run): 0.6 + 0.4 * min(1, run.seconds / seconds)
        case .done: 1
        }
    }

    public func step() throws(StorageError) -> Bool {
        switch stage {
        case .converting(let run):
            guard try run.step() else { return false }
            isTagged = true
            try check()
        case .checking(let count):
            guard try count.step() else { return false }
            // Encoders that lose something may put a little behind the end.
            let isFine = isLossless ? count.frames == frames : abs(count.frames - expected(count.rate)) <= Int64(count.rate / 10)
            guard isFine else {
                throw .notVerified(path: target, reason: "it has \(count.frames) frames, and \(frames) went in")
            }
            try putInPlace()
        case .listening(let run):
            guard try run.step() else { return false }
            let wanted = Double(frames) / Double(rate)
            guard abs(run.seconds - wanted) <= 0.1 else {
                throw .notVerified(path: target, reason: "\(run.seconds) s can be heard of \(wanted) s")
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
        let fresh = source.replacing(".wav", with: "") + (isAAC ? ".out.m4a" : ".out.\(Library.splitName(source).fileExtension)")
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
        // What any player would do with it, to the end; a broken packet is an error.
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
        let descriptor = unsafe open(newest, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "open", path: newest) }
        // Only synced: a close that fails loses nothing.
        defer { _ = close(descriptor) }
        if mayReplace { try FileMode(of: target)?.give(to: descriptor, path: newest) }
        guard fsync(descriptor) == 0 else { throw StorageError(code: errno, operation: "sync", path: newest) }
        if let place {
            try place(newest)
        } else if mayReplace {
            guard unsafe rename(newest, target) == 0 else { throw StorageError(code: errno, operation: "replace", path: target) }
        } else {
            try takeName()
        }
        try Folder.sync(Folder.parent(of: target))
        stage = .done
    }
}
