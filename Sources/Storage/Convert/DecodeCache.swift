// One thread at a time (the library worker); every call may block on the disk.
import Glibc

/// Where what only ffmpeg reads lies decoded, as float WAV: each file once, until it changes or others need the room.
///
/// A value without state but the folder. What is found stays there while it is read: an open file outlives its name.
public struct DecodeCache: Sendable {
    public let folder: String
    /// Bytes all of it may take; the newest one stays whatever it takes.
    let limit: Int64
    /// Bytes that are left free on the disk, where a take may be running.
    let reserve: Int64
    /// Folders in which ffmpeg is looked for, as PATH has them.
    let searchPath: String

    /// Any thread. Nothing is touched before the first decoding.
    public init(
        folder: String = standardFolder, searchPath: String = standardSearchPath, limit: Int64 = 2_000_000_000, reserve: Int64 = 0
    ) {
        self.folder = folder
        self.limit = limit
        self.reserve = reserve
        self.searchPath = searchPath
    }

    /// Any thread. `$XDG_CACHE_HOME/dicta/decoded`, else in `~/.cache`.
    public static var standardFolder: String { CacheFolder.path("decoded") }

    /// Any thread. `PATH`.
    public static var standardSearchPath: String { CacheFolder.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin" }

    /// Blocks. The decoded file for this one, if it is there; then it counts as used now.
    public func find(_ path: String) throws(StorageError) -> String? {
        let key = try DecodeKey(path)
        guard let entry = try entries().first(where: { $0.key == key.text }) else { return nil }
        // A time that could not be set only lets it go sooner.
        _ = unsafe utimes(entry.path, nil)
        return entry.path
    }

    /// Blocks for the start only. Begins to decode a file that libsndfile does not read.
    public func decode(_ path: String) throws(StorageError) -> Decoding {
        let key = try DecodeKey(path)
        guard let program else { throw .noDecoder(path: path) }
        try Folder.create(Folder.parent(of: folder))
        // What is in it may be private, whatever the recordings' own folder lets others see.
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw StorageError(code: errno, operation: "create the folder", path: folder)
        }
        return try Decoding(of: path, key: key, program: program, cache: self)
    }

    private var program: String? {
        ForeignProgram.find("ffmpeg", searchPath)
    }
}
