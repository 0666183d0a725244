// Finds files that only ffmpeg can read. One owner at a time unless noted; may block on the disk.
import Dictation
import System

extension Library {
    /// Extensions of files that may be recordings although only ffmpeg can read them.
    private static let decodableExtensions: Set<String> = [
        "m4a", "m4b", "mp4", "mov", "aac", "ac3", "eac3", "dts", "wma", "asf", "webm", "mka", "mkv", "amr", "3gp", "ape", "wv",
        "tta", "mpc", "ra", "rm", "spx", "avi", "mpg", "8svx", "iff", "gsm", "amr-nb", "amr-wb", "awb",
    ]

    /// Endings of films and pictures, which may have no sound.
    private static let filmExtensions: Set<String> = ["mp4", "mov", "asf", "webm", "mkv", "3gp", "avi", "mpg", "rm", "iff"]

    /// True if the ending of a file says that it has sound, or may have. Any thread.
    static func mayHaveSound(_ path: String) -> Bool {
        isAudio(path) || decodableExtensions.contains(splitName(path).fileExtension.lowercased())
    }

    /// True if the ending of a file says that it has to be decoded before it is played. Any thread.
    public static func needsDecoding(_ path: String) -> Bool { mayHaveSound(path) && !isAudio(path) }

    /// True if the ending of a file says that it is sound and nothing else. Any thread.
    public static func isSound(_ path: String) -> Bool {
        mayHaveSound(path) && !filmExtensions.contains(splitName(path).fileExtension.lowercased())
    }

    /// Path of a file with that name, with or without its extension, for files that `find` does not accept. Blocks.
    public func findDecodable(_ name: String) throws(StorageError) -> String? {
        guard !name.hasSlash else { return nil }
        let all = try Folder.names(in: folder)
        let name = try Self.spelling(of: name, among: all)
        let files = all.filter { file in
            let (base, ending) = Self.splitName(file)
            return base == name && Self.decodableExtensions.contains(ending.lowercased())
        }
        return files.min().map { "\(folder)/\($0)" }
    }

    /// True when a file lies directly in the library, so a sidecar of its name belongs to it. Any thread.
    public func owns(_ path: String) -> Bool { Folder.parent(of: path) == folder }

    /// The path of a file from the library's folder on; nil for one elsewhere, and for one whose folder does not exist. Any thread;
    /// blocks.
    public func inside(_ path: String) -> String? {
        guard let real = try? File.realPath(Folder.parent(of: path)), "\(real)/".hasBytes(first: folder + "/") else { return nil }
        return "\(real)/\(path.lastPart)".droppingBytes(first: folder.utf8.count + 1)
    }

    /// Name of the recording that a path stands for. Any thread.
    public static func name(ofPath path: String) -> String { baseName(ofPath: path) }
}
