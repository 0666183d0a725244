// The last steps of an export, from the encoded file to the final name. One owner at a time; each step blocks briefly.
public import Dictation
internal import Messages
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
    /// The file that gets the name.
    private var newest: TemporaryFile
    /// Files that ffmpeg reads: the one that it converts, and texts.
    private var sources: [TemporaryFile] = []
    private var texts: [Int32] = []
    /// Wanted path of the file; after the last step the path it got.
    public private(set) var target: String
    private let mayReplace: Bool
    private let mayChooseName: Bool
    /// Gives the finished file its name in another way.
    private let place: ((TemporaryFile) throws(StorageError) -> Void)?
    private let lyrics: String
    private let companions: [Companion]
    private var stage: Stage
    /// True once the tags are in the file, or when there are none.
    public private(set) var isTagged: Bool
    /// True once the markers are in the file.
    public var isMarked: Bool { isTagged && kind.hasMarkers }

    /// Starts to finish `source`, a file of `frames` frames that is made beside `target`; the job owns it from now on. Blocks.
    ///
    /// With `mayReplace` an existing `target` is replaced by the last step. With `mayChooseName` the file gets the next free
    /// name if `target` is taken by then. `place` names the file in another way. `rate` is in frames per second and gives
    /// chapters their times. `captions` is a WebVTT text that AAC gets as a stream of its own; empty for none. `companions` appear
    /// beside a new `target`.
    public init(
        _ source: TemporaryFile, as kind: Kind, to target: String, mayReplace: Bool = false, mayChooseName: Bool = false,
        frames: Int64, rate: Int, tags: AudioTags, captions: [UInt8] = [], companions: [Companion] = [],
        place: ((TemporaryFile) throws(StorageError) -> Void)? = nil
    ) throws(StorageError) {
        self.kind = kind
        self.target = target
        self.mayReplace = mayReplace
        self.mayChooseName = mayChooseName
        self.place = place
        self.companions = companions
        lyrics = kind == .plain(.mp3) ? tags.lyrics : ""
        self.frames = frames
        self.rate = rate
        newest = source
        stage = .done
        isTagged = tags.isEmpty || [.plain(.wav), .plain(.caf), .plain(.alac)].contains(kind)
        // Without ffmpeg the audio is complete; only its tags are missing.
        if case .aac = kind {
            try convert(source, tags, captions)
        } else if kind.isRetagged, !tags.isEmpty, ForeignProgram.find("ffmpeg") != nil {
            try convert(source, tags, [])
        } else {
            try check()
        }
    }

    deinit { for text in texts { File.close(text) } }

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

    /// Does the next short piece of work and returns true at the end. Throws `notVerified` if the length is wrong. Errors name the
    /// target.
    public func step() throws(StorageError) -> Bool {
        do throws(StorageError) { return try proceed() } catch { throw error.told(of: target, insteadOf: newest.path) }
    }

    private func proceed() throws(StorageError) -> Bool {
        switch stage {
        case .converting(let run):
            guard try run.step() else { return false }
            isTagged = true
            if !lyrics.isEmpty { try LyricsFrame(lyrics).put(into: newest.path) }
            try check()
        case .checking(let count):
            guard try count.step() else { return false }
            // Lossy encoders may add a little after the end.
            let isFine = isLossless ? count.frames == frames : abs(count.frames - expected(count.rate)) <= Int64(count.rate / 10)
            guard isFine else {
                let found = TimeSpan.comparison(count.frames, to: expected(count.rate), rate: count.rate)
                throw .notVerified(path: target, reason: tr("it is \(found) than what was encoded"))
            }
            try putInPlace()
        case .listening(let run):
            guard try run.step() else { return false }
            let wanted = Double(frames) / Double(rate)
            guard abs(run.seconds - wanted) <= 0.1 else {
                let (found, length) = (TimeSpan.length(run.seconds), TimeSpan.length(wanted))
                throw .notVerified(path: target, reason: tr("it plays for \(found) instead of \(length)"))
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

    private func convert(_ source: TemporaryFile, _ tags: AudioTags, _ captions: [UInt8]) throws(StorageError) {
        let fresh = try source.another()
        newest = fresh
        sources = [source]
        var written = tags
        // The frame of an MP3 is made here.
        if !lyrics.isEmpty { written.lyrics = "" }
        let text = ChapterText.text(written, rate: rate, frames: frames, asComments: kind.chaptersAsComments)
        let notes = try remember(Array(text.utf8))
        var words = ["-i", "file:\(source.path)", "-f", "ffmetadata", "-i", "file:\(notes)"]
        var streams = ["-map", "0:a:0", "-map_metadata", "1", "-map_chapters", kind.chaptersAsComments ? "-1" : "1"]
        if !captions.isEmpty {
            words += ["-f", "webvtt", "-i", "file:\(try remember(captions))"]
            streams += ["-map", "2:s:0", "-c:s", "mov_text"]
        }
        // The path of the file has no ending that would tell ffmpeg the container.
        switch kind {
        case .aac(let bitRate): streams += ["-c:a", "aac", "-b:a", "\(bitRate)k", "-movflags", "+faststart", "-f", "ipod"]
        case .plain(let container): streams += ["-c", "copy", "-id3v2_version", "3", "-f", container.rawValue]
        }
        if !lyrics.isEmpty { streams += ["-metadata_header_padding", "\(LyricsFrame(lyrics).bytes.count)"] }
        stage = .converting(try FFmpegRun(words + streams + ["-y", "file:\(fresh.path)"], on: target))
    }

    /// Keeps a text in memory for ffmpeg, and gives the path by which it is read.
    private func remember(_ bytes: [UInt8]) throws(StorageError) -> String {
        let text = try onDisk("write", target, System.MemoryFile().take())
        texts.append(text)
        try onDisk("write", target, File.write(text, bytes))
        return File.path(of: text)
    }

    private var isAAC: Bool { if case .aac = kind { true } else { false } }

    private func check() throws(StorageError) {
        guard isAAC else {
            stage = .checking(try FrameCount(newest.path))
            return
        }
        // Decodes to the end as a player would; a broken packet is an error.
        stage = .listening(
            try FFmpegRun(["-xerror", "-i", "file:\(newest.path)", "-map", "0:a:0", "-f", "null", "-"], on: target))
    }

    private func takeName() throws(StorageError) {
        let (base, kind) = Library.splitName(target)
        var number = 2
        while true {
            do throws(StorageError) {
                return try takeAll()
            } catch {
                guard case .exists = error, mayChooseName else { throw error }
                target = "\(base) (\(number)).\(kind)"
                number += 1
            }
        }
    }

    /// Gives the texts their names, then the file: one that is there has all its texts. A name that is taken leaves none.
    private func takeAll() throws(StorageError) {
        var placed: [Place] = []
        do throws(StorageError) {
            for companion in companions {
                let place = Place(Companion.path(companion.ending, beside: target))
                let text = try newest.another()
                try text.append(companion.bytes)
                // The file is synced, so a failing close loses nothing.
                File.close(try text.takeFresh(name: place))
                placed.append(place)
            }
            File.close(try newest.takeFresh(name: Place(target)))
        } catch {
            for place in placed { place.removeQuietly() }
            throw error
        }
    }

    private func putInPlace() throws(StorageError) {
        if let place {
            if mayReplace { try FileMode(of: target)?.give(to: newest.descriptor, path: target) }
            try place(newest)
        } else if mayReplace {
            // The file is synced, so a failing close loses nothing.
            File.close(try newest.take(name: Place(target)))
        } else {
            try takeName()
        }
        try Folder.sync(Folder.parent(of: target))
        stage = .done
    }
}
