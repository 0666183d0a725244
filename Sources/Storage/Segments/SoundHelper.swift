// The process in which libsndfile sees a foreign file first: it may hang or crash there. Main thread of that process only.
import CSndFile
import Dictation
internal import Synchronization
import System

/// The work of the helper process: `dicta` or `dictad`, started again with a hidden argument.
///
/// Each message brings a file and the question. The helper answers it, or a limit of the kernel ends the helper: of processor time
/// for a decoder that does not come to an end, of memory for one that a header has asked for too much.
public enum SoundHelper {
    /// The argument that makes a program of Dicta the helper.
    public static let argument = "--sound-helper"

    /// A question about a file.
    enum Question: UInt8 {
        /// Can it be opened and its beginning be read?
        case opening
        /// How many frames come when all of it is decoded?
        case counting
    }

    /// The kind of an answer, its first byte. A text follows, or numbers with eight bytes each.
    enum Answer: UInt8 {
        /// The file cannot be read, with libsndfile's reason.
        case refused
        /// The file can be opened. The numbers tell what its bytes say of its length (`numbers(of:)`).
        case found
        /// So many frames are decoded; more come.
        case going
        /// All frames are decoded: their number.
        case done
        /// The disk failed, which is no fault of the file, with libsndfile's reason.
        case failed
    }

    /// Bytes of memory beyond those of the program itself.
    private static let memory = 1 << 30
    /// Processor time for opening a file, in milliseconds. Headers take a few.
    private static let shortest = 400
    /// Processor time for decoding a piece, which takes a few milliseconds too.
    private static let forAPiece = 2000
    private static let pieceFrames = 65_536

    /// Becomes the helper, and does not return, if this program was started as such. A program that calls this first of all starts itself
    /// as the helper later. Main thread.
    public static func serveIfAsked() {
        guard CommandLine.arguments.dropFirst() == [argument] else { return SoundHelpers.isOwn.store(true, ordering: .relaxed) }
        ThisProcess.end(serve())
    }

    /// Answers questions until the other program closes the connection, which is standard input. Returns the exit code.
    private static func serve() -> Int32 {
        do throws(SystemError) {
            // The limits are the other program's. A signal for its terminal does not come here: the connection ends with it.
            try OwnLimits.limitMemory(bytes: memory)
            while true {
                let (bytes, descriptor) = try MessagePair.receive(from: 0, atMost: 16)
                guard let first = bytes.first else { return 0 }
                guard let descriptor, let question = Question(rawValue: first) else { return 2 }
                defer { File.close(descriptor) }
                try answer(question, descriptor)
            }
        } catch {
            return 1
        }
    }

    private static func answer(_ question: Question, _ descriptor: Int32) throws(SystemError) {
        let bytes = (try? FileStatus(descriptor: descriptor).bytes) ?? 0
        // Some formats are looked through to their end: a hundred megabytes a second is a slow look.
        OwnLimits.limitWork(milliseconds: shortest + Int(min(bytes, 4 << 30) >> 17))
        defer { OwnLimits.limitWork(milliseconds: 0) }
        let source = ByteSource(descriptor, path: "", length: bytes)
        var info = SF_INFO()
        guard let sound = unsafe sf_open_fd(descriptor, Int32(SFM_READ), &info, Int32(SF_FALSE)) else {
            // libsndfile has other names too for a beginning that the disk does not give.
            let isRead = sf_error(nil) != Int32(SF_ERR_SYSTEM) && (try? source.mark(at: 0)) != nil
            return try say(isRead ? .refused : .failed, unsafe reason(nil))
        }
        defer { _ = unsafe sf_close(sound) }
        var frames: Int64 = 0
        // The other program tells what such a header claims.
        guard (1...1024).contains(info.channels) else {
            return try question == .counting ? say(.done, numbers: [0]) : say(.found, numbers: numbers(of: .asClaimed))
        }
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: pieceFrames * Int(info.channels))
        defer { unsafe buffer.deallocate() }
        // The beginning of the sound shows a decoder that only the header has pleased.
        var got = unsafe sf_readf_float(sound, buffer.baseAddress, 4096)
        guard question == .counting else {
            let found: SoundLength.Found
            do throws(StorageError) {
                found = try SoundLength.look(source, claimed: info.frames)
            } catch .notAudio(_, let reason) {
                return try say(.refused, Array(reason.utf8.prefix(400)))
            } catch {
                return try say(.failed, Array(error.description.utf8.prefix(400)))
            }
            guard unsafe sf_error(sound) != Int32(SF_ERR_SYSTEM) else { return try say(.failed, unsafe reason(sound)) }
            // Some decoders only know the way on. Those of FLAC, Ogg and MP3 know each one: where they fail, the file is cut, or
            // grows.
            let canSeek = [SF_FORMAT_FLAC, SF_FORMAT_OGG, SF_FORMAT_MPEG].contains(Int(info.format) & SF_FORMAT_TYPEMASK)
            if !canSeek, got > 0, info.frames > 1, unsafe sf_seek(sound, 1, SEEK_SET) != 1 {
                guard unsafe sf_error(sound) != Int32(SF_ERR_SYSTEM) else { return try say(.failed, unsafe reason(sound)) }
                return try say(.found, numbers: numbers(of: found.sequential(info.frames)))
            }
            return try say(.found, numbers: numbers(of: found))
        }
        while got > 0 {
            frames = frames.boundedSum(got)
            try say(.going, numbers: [frames])
            OwnLimits.limitWork(milliseconds: forAPiece)
            got = unsafe sf_readf_float(sound, buffer.baseAddress, Int64(pieceFrames))
        }
        guard unsafe sf_error(sound) != Int32(SF_ERR_SYSTEM) else { return try say(.failed, unsafe reason(sound)) }
        try say(.done, numbers: [frames])
    }

    /// libsndfile's words for its last error.
    @unsafe private static func reason(_ sound: OpaquePointer?) -> [UInt8] {
        unsafe Array(String(cString: sf_strerror(sound)).utf8.prefix(400))
    }

    /// The verdict of the bytes on a length, as a code and three numbers.
    private static func numbers(of found: SoundLength.Found) -> [Int64] {
        switch found {
        case .asClaimed: [0, 0, 0, 0]
        case .frames(let frames): [1, frames, 0, 0]
        case .cut(let frames, let said): [2, frames, said, 0]
        case .more(.saysEmpty): [3, 0, 0, 0]
        case .more(.joined): [4, 0, 0, 0]
        case .more(.countsLess): [5, 0, 0, 0]
        case .more(.unclosed): [6, 0, 0, 0]
        case .more(.brokenOff(let there, let said, let rate)): [7, there, said, rate]
        case .more(.sequential(let there, let said)): [8, there, said, 0]
        }
    }

    /// The meaning of such numbers; nil for others.
    static func found(_ numbers: [Int64]) -> SoundLength.Found? {
        guard numbers.count == 4 else { return nil }
        return switch numbers[0] {
        case 0: .asClaimed
        case 1: .frames(numbers[1])
        case 2: .cut(numbers[1], of: numbers[2])
        case 3: .more(.saysEmpty)
        case 4: .more(.joined)
        case 5: .more(.countsLess)
        case 6: .more(.unclosed)
        case 7: .more(.brokenOff(numbers[1], of: numbers[2], rate: numbers[3]))
        case 8: .more(.sequential(numbers[1], of: numbers[2]))
        default: nil
        }
    }

    private static func say(_ answer: Answer, numbers: [Int64]) throws(SystemError) {
        try say(answer, numbers.flatMap { $0.bytes(.little) })
    }

    private static func say(_ answer: Answer, _ bytes: [UInt8]) throws(SystemError) {
        try MessagePair.send([answer.rawValue] + bytes, to: 0)
    }
}
