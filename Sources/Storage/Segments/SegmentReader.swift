// Reads audio files through libsndfile. One owner at a time; blocks on the disk.
import CSndFile
import Dictation
internal import Messages
import System

/// Reads one audio file as stereo float frames, from any frame.
///
/// One owner at a time; every call may block. Float samples are read bit for bit, integers as k/2^(bits-1). Mono goes to both
/// channels; more than two channels are mixed to two (`ChannelMix`). NaN and infinite samples are replaced by silence and counted.
@safe public final class SegmentReader {
    /// Path of the file.
    public let path: String
    /// Format and length of the file.
    public let info: SegmentInfo

    /// Samples read so far that were NaN or infinite.
    public private(set) var badSamples: Int64 = 0

    /// The decoder's first complaint about sound for which it has put something else, as long as it should be; nil without one.
    public private(set) var damage: String?

    /// True for a file that libsndfile reads from its beginning only: this reader cannot seek.
    let isSequential: Bool

    /// The verdict of the bytes on the length that the header claims.
    private(set) var found = SoundLength.Found.asClaimed
    /// The frame that is read next.
    private var place: Int64 = 0
    /// The frame at which the last page of Ogg Vorbis begins; nil for any other encoding.
    private let lastPage: Int64?

    /// libsndfile's handle.
    let sound: OpaquePointer
    /// The file, if libsndfile reads it through functions of this program; nil if it has the descriptor.
    private let tailed: TailedFile?
    /// False for integer files, whose samples are always finite.
    private let isFloating: Bool
    /// Shares of the channels in left and right, of more than two.
    private let mix: [SIMD2<Float>]
    private let scratch: UnsafeMutableBufferPointer<Float>
    private static let blockFrames = 4096

    /// Opens the file, once a helper has: a decoder that hangs or crashes costs nothing there (`SoundHelpers`). `isWritten` is true
    /// for a file that this program writes, which needs no helper; `isSequential` for a caller who does not seek, which not all
    /// decoders can do. Throws a different error for a missing file, a folder, a file without permission, and a file without audio.
    public init(path: String, isWritten: Bool = false, isSequential: Bool = false) throws(StorageError) {
        self.path = path
        // Without O_NONBLOCK opening a named pipe would block until a writer comes.
        let descriptor = try onDisk("open", path, File.open(path, .read, .noWait))
        let status: FileStatus
        do throws(StorageError) {
            status = try FileStatus(of: descriptor, path: path)
            guard !status.isFolder else { throw .isFolder(path: path) }
            guard status.isFile else { throw .notAudio(path: path, reason: tr("it is not a regular file")) }
            guard status.bytes > 0 else { throw .notAudio(path: path, reason: tr("the file is empty")) }
        } catch {
            // The file was only read, so a failing close loses nothing; the first error is reported.
            File.close(descriptor)
            throw error
        }
        if let reason = Self.misreading(descriptor) {
            File.close(descriptor)
            throw .notAudio(path: path, reason: reason)
        }
        let source = ByteSource(descriptor, path: path, length: status.bytes, windowBytes: 16_384)
        // libsndfile gets a descriptor of its own, which it closes even when opening fails.
        defer { File.close(descriptor) }
        // A file of another form is looked at elsewhere first, and opened only if its length holds: libraries write warnings of a
        // false one to the user's terminal.
        let isOwn = isWritten ? true : try OwnForm.has(source)
        if isOwn {
            self.isSequential = false
        } else {
            let told = try SoundHelpers.found(descriptor, path, status)
            self.isSequential = told.isSequential
            found = try Self.checked(source, isSequential ? told.readInOrder : told)
        }
        let end = isOwn ? nil : try MPEGClaim.endBeforeTail(source)
        let own = try onDisk("open", path, File.duplicate(descriptor))
        let tailed = end.map { TailedFile(own, length: status.bytes, end: $0) }
        var info = SF_INFO()
        guard let opened = unsafe Self.open(own, tailed, &info) else {
            throw unsafe .notAudio(path: path, reason: String(cString: sf_strerror(nil)))
        }
        do throws(StorageError) {
            if isOwn { found = try Self.checked(source, try SoundLength.look(source, claimed: info.frames)) }
            lastPage = SegmentInfo(info).encoding == "vorbis" ? try SoundLength.lastPage(source) : nil
        } catch {
            _ = unsafe sf_close(opened)
            throw error
        }
        switch found {
        case .frames(let frames), .cut(let frames, _): info.frames = frames
        case .asClaimed, .more: break
        }
        guard Segment.rates.contains(Int(info.samplerate)), info.channels > 0, (0...Timeline.longest).contains(info.frames) else {
            _ = unsafe sf_close(opened)
            let reason = tr(
                info.frames, "its header claims \(info.frames) frame of \(info.channels) channels at \(info.samplerate) Hz",
                "its header claims \(info.frames) frames of \(info.channels) channels at \(info.samplerate) Hz")
            throw .notAudio(path: path, reason: reason)
        }
        unsafe sound = opened
        self.tailed = tailed
        let encoding = SegmentInfo(info).encoding
        self.info = SegmentInfo(info)
        isFloating = !["pcm", "alac"].contains { encoding.hasPrefix($0) }
        unsafe mix =
            info.channels > 2
            ? ChannelMix(of: opened, channels: Int(info.channels), container: self.info.container).shares : []
        let needsScratch = self.info.channels != 2
        unsafe scratch = .allocate(capacity: needsScratch ? Self.blockFrames * self.info.channels : 0)
    }

    /// libsndfile's handle of a file; nil for one that it refuses. It closes the descriptor, unless that is the tailed file's.
    @unsafe private static func open(_ descriptor: Int32, _ tailed: TailedFile?, _ info: inout SF_INFO) -> OpaquePointer? {
        guard let tailed else { return unsafe sf_open_fd(descriptor, Int32(SFM_READ), &info, Int32(SF_TRUE)) }
        var io = TailedFile.virtualIO()
        return unsafe sf_open_virtual(&io, Int32(SFM_READ), &info, tailed.asUserData)
    }

    /// True for a file of another program of which libsndfile would read less than there is. Blocks.
    static func fallsShort(_ path: String) -> Bool { shortfall(path) != nil }

    /// True for a file that libsndfile reads from its beginning only. Blocks.
    static func mustBeSequential(_ path: String) -> Bool {
        if case .sequential? = shortfall(path) { true } else { false }
    }

    /// The reason for which a file of another program falls short. Blocks.
    private static func shortfall(_ path: String) -> SoundLength.Reason? {
        guard let descriptor = try? File.open(path, .read, .noWait) else { return nil }
        // Only read, so a failing close loses nothing.
        defer { File.close(descriptor) }
        guard let status = try? FileStatus(descriptor: descriptor), status.isFile, status.bytes > 0 else { return nil }
        let source = ByteSource(descriptor, path: path, length: status.bytes, windowBytes: 16_384)
        do throws(StorageError) {
            guard try !OwnForm.has(source), case .more(let reason) = try SoundHelpers.found(descriptor, path, status) else {
                return nil
            }
            return reason
        } catch {
            // Opening it tells the error.
            return nil
        }
    }

    deinit {
        // The file was only read, so a failing close loses nothing.
        _ = unsafe sf_close(sound)
        unsafe scratch.deallocate()
    }

    /// Fills the buffer and returns the frames read: fewer than asked only at the end of the file, 0 past it.
    public func read(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(StorageError) -> Int {
        // A cut file has damage behind its end, and a growing one has frames that its length does not count yet.
        let most = Int(min(Int64(frames.count), info.frames - place))
        guard most > 0 else { return 0 }
        let got = try unsafe readOn(into: UnsafeMutableBufferPointer(rebasing: frames[..<most]))
        place += Int64(got)
        return got
    }

    private func readOn(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(StorageError) -> Int {
        guard let start = frames.baseAddress else { return 0 }
        if info.channels == 2 {
            let got = unsafe start.withMemoryRebound(to: Float.self, capacity: 2 * frames.count) {
                unsafe sf_readf_float(sound, $0, Int64(frames.count))
            }
            let count = try checked(got, of: frames.count)
            unsafe clean(frames, count)
            return count
        }
        var done = 0
        while done < frames.count {
            let wanted = min(Self.blockFrames, frames.count - done)
            let got = try checked(unsafe sf_readf_float(sound, scratch.baseAddress, Int64(wanted)), of: wanted)
            let step = info.channels
            for index in 0..<got {
                var frame = SIMD2<Float>.zero
                if step == 1 {
                    unsafe frame = SIMD2(repeating: scratch[index])
                } else {
                    for channel in 0..<step { unsafe frame += mix[channel] * scratch[index * step + channel] }
                }
                unsafe frames[done + index] = frame
            }
            done += got
            if got < wanted { break }
        }
        unsafe clean(frames, done)
        return done
    }

    /// Replaces NaN and infinite samples by silence. Checks eight samples at a time, and single samples only after a hit.
    private func clean(_ frames: UnsafeMutableBufferPointer<SIMD2<Float>>, _ count: Int) {
        guard let start = frames.baseAddress, count > 0, isFloating else { return }
        let limit = SIMD8<UInt32>(repeating: 0x7f80_0000)
        let magnitude = SIMD8<UInt32>(repeating: 0x7fff_ffff)
        var highest = SIMD8<UInt32>.zero
        for index in 0..<count / 4 {
            let bits = unsafe UnsafeRawPointer(start + 4 * index).loadUnaligned(as: SIMD8<UInt32>.self) & magnitude
            highest.replace(with: bits, where: bits .> highest)
        }
        for index in count / 4 * 4..<count {
            for side in 0..<2 { highest[side] = max(highest[side], unsafe frames[index][side].bitPattern & 0x7fff_ffff) }
        }
        guard any(highest .>= limit) else { return }
        for index in 0..<count {
            for side in 0..<2 where unsafe !frames[index][side].isFinite {
                unsafe frames[index][side] = 0
                badSamples += 1
            }
        }
    }

    /// True if the samples are encoded, so that only decoding tells how many there are.
    var isEncoded: Bool { !["pcm", "float", "double", "u-law", "a-law"].contains { info.encoding.hasPrefix($0) } }

    /// Moves the next read to this frame; a frame outside the file is moved to the nearest end. What is read then is what a reader from
    /// the beginning reads there, as joints are made of it.
    public func seek(to frame: Int64) throws(StorageError) {
        let target = min(max(0, frame), info.frames)
        var start = target
        if let lastPage {
            // In Vorbis libsndfile lands some blocks beside the place, unless it comes from the beginning; in the last page always.
            start = min(target, max(0, lastPage - 1))
            guard unsafe sf_seek(sound, 0, SEEK_SET) == 0 else { throw failure() }
        } else if info.encoding == "mp3" {
            start = max(0, target - lending)
        }
        guard unsafe sf_seek(sound, start, SEEK_SET) == start else { throw failure() }
        place = start
        try skip(to: target)
        place = target
    }

    /// Frames before a place in an MP3 of which its decoding may need bits: those of 511 bytes, or of 255 at the lower rates, in a pause
    /// at the lowest bit rate, with some to start with.
    private var lending: Int64 { info.rate >= 32_000 ? 16_384 : 65_536 }

    /// Decodes up to a frame; a file that has less ends there.
    private func skip(to target: Int64) throws(StorageError) {
        guard place < target else { return }
        let bad = badSamples
        defer { badSamples = bad }
        let waste = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: Self.blockFrames)
        defer { unsafe waste.deallocate() }
        unsafe waste.initialize(repeating: .zero)
        while place < target {
            let count = Int(min(Int64(Self.blockFrames), target - place))
            let got = try unsafe read(into: UnsafeMutableBufferPointer(rebasing: waste[..<count]))
            guard got > 0 else { return }
        }
    }

    /// Throws `notAudio` if libsndfile would read less than there is.
    private static func checked(
        _ source: ByteSource, _ found: SoundLength.Found
    ) throws(StorageError) -> SoundLength.Found {
        if case .more(let reason) = found { throw .notAudio(path: source.path, reason: reason.description) }
        return found
    }

    private func checked(_ got: Int64, of wanted: Int) throws(StorageError) -> Int {
        if let failure = tailed?.failure { throw StorageError(code: failure.code, operation: "read", path: path) }
        if unsafe sf_error(sound) != 0 {
            guard got == Int64(wanted) else { throw failure() }
            if damage == nil { unsafe damage = String(cString: sf_strerror(sound)) }
        }
        return Int(max(0, got))
    }

    private func failure() -> StorageError {
        unsafe .notAudio(path: path, reason: String(cString: sf_strerror(sound)))
    }
}
