// A value any thread may hold. The words for every failure on disk are here and nowhere else.
import Glibc

/// What went wrong on disk, to what, and (in its words) what to do next.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    case missing(path: String)
    case exists(path: String)
    case isFolder(path: String)
    case notFolder(path: String)
    case noPermission(path: String)
    case readOnly(path: String)
    case diskFull(path: String)
    /// Any other refusal of the system; `code` is its errno.
    case system(operation: String, path: String, code: Int32)
    case notAudio(path: String, reason: String)
    /// The audio library would not write this format.
    case refusedFormat(path: String, reason: String)
    case badName(name: String, reason: String)
    /// The file system cannot have a file of that name.
    case refusedName(path: String)
    /// A change of several files was cut short, and can be neither finished nor taken back now.
    case halfDone(name: String, reason: String)
    case noSuchRecording(name: String, folder: String)
    case badMetadata(path: String, reason: String)
    /// More than a sidecar can hold; nothing is changed.
    case tooMuchToSay(path: String)
    /// A newer program wrote it; it is left as it is.
    case newerMetadata(path: String, schema: Int64)
    /// Somebody else holds its lock: an engine that records it, or another program at work.
    case busy(name: String)
    /// A take of that name was left open by an engine that died.
    case leftOpen(name: String)
    /// The list of recordings could not be kept; the recordings are untouched.
    case index(path: String, reason: String)
    case alreadyClosed(path: String)
    /// A waveform that cannot be used; it is drawn again.
    case badPeaks(path: String, reason: String)
    /// A file of settings that is none.
    case refusedConfig(path: String, reason: String)
    /// Only ffmpeg might read it, and there is none.
    case noDecoder(path: String)
    /// ffmpeg would have to write it, and there is none.
    case noEncoder(path: String)
    /// ffmpeg did not do what it was started for.
    case converterRefused(path: String, reason: String)
    /// What was written is not what was to be written; it is gone again.
    case notVerified(path: String, reason: String)
    /// A file has the name of what is to be delivered, and is not what was delivered before.
    case inTheWay(path: String)
    /// ffmpeg cannot read it either.
    case decoderRefused(path: String, reason: String)

    /// Any thread. Sorts an errno into the cases that a user would treat differently.
    init(code: Int32, operation: String, path: String) {
        switch code {
        case ENOENT: self = .missing(path: path)
        case EEXIST: self = .exists(path: path)
        case EISDIR: self = .isFolder(path: path)
        case ENOTDIR: self = .notFolder(path: path)
        case EACCES, EPERM: self = .noPermission(path: path)
        case EROFS: self = .readOnly(path: path)
        case ENOSPC, EDQUOT: self = .diskFull(path: path)
        case EINVAL, EILSEQ, ENAMETOOLONG:
            let isNaming = ["create", "rename", "replace", "create the folder"].contains(operation)
            self = isNaming ? .refusedName(path: path) : .system(operation: operation, path: path, code: code)
        default: self = .system(operation: operation, path: path, code: code)
        }
    }

    /// Any thread. Whether the name alone was refused, because somebody has it.
    public var isTakenName: Bool {
        switch self {
        case .exists, .busy, .leftOpen: true
        default: false
        }
    }

    public var description: String {
        switch self {
        case .missing(let path):
            "\(path) does not exist; check the name"
        case .exists(let path):
            "\(path) exists already and was left as it is; choose another name"
        case .isFolder(let path):
            "\(path) is a folder; name a file in it"
        case .notFolder(let path):
            "\(path) is no folder; name another place"
        case .noPermission(let path):
            "\(path): permission denied; change its permissions or use another folder"
        case .readOnly(let path):
            "\(path) is on a read-only file system; use another folder"
        case .diskFull(let path):
            "\(path): the disk is full; free some space or record to another disk"
        case .system(let operation, let path, let code):
            "cannot \(operation) \(path): \(Self.words(for: code)); check the disk"
        case .notAudio(let path, let reason):
            "\(path) cannot be read as audio: \(reason)"
        case .refusedFormat(let path, let reason):
            "\(path) cannot be written in this format: \(reason); ask for another one"
        case .badName(let name, let reason):
            "\"\(name)\" cannot be a recording's name: \(reason)"
        case .refusedName(let path):
            "\(path): the file system takes no such name; choose a shorter one, without \" * : < > ? | and the backslash"
        case .halfDone(let name, let reason):
            "\(name): a change of its files was cut short and can be neither finished nor taken back: \(reason); "
                + "put that right, then run 'dicta recover'"
        case .noSuchRecording(let name, let folder):
            "no recording \"\(name)\" in \(folder); list what is there"
        case .badMetadata(let path, let reason):
            "\(path) is no readable description of a take: \(reason); the audio beside it is untouched"
        case .tooMuchToSay(let path):
            "\(path) would be longer than a description that can be read again (16 MiB), and is left as it was;"
                + " take markers away, or give up undo ('dicta clean NAME --forget')"
        case .newerMetadata(let path, let schema):
            "\(path) was written by a newer program (schema \(schema)) and is left as it is; use that program, or update this one"
        case .busy(let name):
            "\(name) is in use by another program or take; try again when that is done"
        case .leftOpen(let name):
            "\(name) has a take that was left open when its engine died; run 'dicta recover' first"
        case .index(let path, let reason):
            "the list of recordings (\(path.isEmpty ? "in memory" : path)) fails: \(reason); delete it, nothing is lost with it"
        case .alreadyClosed(let path):
            "\(path) is closed already; open a new file"
        case .badPeaks(let path, let reason):
            "\(path) is no usable waveform: \(reason); delete it, nothing is lost with it"
        case .refusedConfig(let path, let reason):
            "\(path) is not taken for settings: \(reason); look at it"
        case .noDecoder(let path):
            "\(path) is nothing that is read here without the ffmpeg program, which is not in PATH: install it (apt install ffmpeg)"
        case .noEncoder(let path):
            "\(path) needs the ffmpeg program, which is not in PATH: install it (apt install ffmpeg) or choose another format"
        case .converterRefused(let path, let reason):
            "ffmpeg could not convert \(path): \(reason)"
        case .notVerified(let path, let reason):
            "\(path) did not come out as it should and was removed: \(reason); what it was made of is untouched"
        case .inTheWay(let path):
            "\(path) is in the way: it was not made of this recording as it is now; move it away, or 'dicta export' under another name"
        case .decoderRefused(let path, let reason):
            "\(path) cannot be read as audio, not by ffmpeg either: \(reason)"
        }
    }

    private static func words(for code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
