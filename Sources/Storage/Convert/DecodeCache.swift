// Cache of decoded audio files. One owner at a time; may block on the disk.
import Dictation
import System

/// Cache of files that only ffmpeg can read, or in which libsndfile cannot seek, decoded to WAV. Each file is decoded once, until it
/// changes or its entry is removed to make space. One owner at a time; may block on the disk.
///
/// The folder is the only state. An entry that is being read outlives its removal, because it stays open.
public struct DecodeCache: Sendable {
    /// Folder of the decoded files.
    public let folder: String
    /// Highest number of bytes in the cache; the newest entry stays whatever its size.
    let limit: Int64
    /// Bytes that must stay free on the disk for a running take.
    let reserve: Int64
    /// Folders in which to look for ffmpeg, in the format of PATH.
    let searchPath: String

    /// Makes a cache without touching the disk. Any thread.
    public init(
        folder: String = standardFolder, searchPath: String = standardSearchPath, limit: Int64 = 2_000_000_000, reserve: Int64 = 0
    ) {
        self.folder = folder
        self.limit = limit
        self.reserve = reserve
        self.searchPath = searchPath
    }

    /// Standard folder: `$XDG_CACHE_HOME/dicta/decoded`, else the same in `~/.cache`. Any thread.
    public static var standardFolder: String { CacheFolder.path("decoded") }

    /// Standard search path for ffmpeg: `PATH`. Any thread.
    public static var standardSearchPath: String { CacheFolder.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin" }

    /// Returns the decoded file for a path, nil when there is none, and marks it as used now. Blocks.
    public func find(_ path: String) throws(StorageError) -> String? {
        let key = try DecodeKey(path)
        guard let entry = try entries().first(where: { $0.key == key.text }) else { return nil }
        entry.place.touch()
        return entry.path
    }

    /// Decoded copies of some files, by the path of the file. A file that cannot be looked at has none. Blocks.
    public func copies(of paths: [String]) -> [String: String] {
        var copies: [String: String] = [:]
        do throws(StorageError) {
            let entries = try entries()
            guard !entries.isEmpty else { return [:] }
            for path in paths {
                do throws(StorageError) {
                    let key = try DecodeKey(path).text
                    copies[path] = entries.first { $0.key == key }?.path
                } catch {
                    // The file is gone, or none that is decoded.
                }
            }
        } catch {
            // A cache that cannot be read gives no copies away either.
        }
        return copies
    }

    /// Removes a decoded copy. One that is being read stays open for its reader. Blocks.
    public func remove(_ copy: String) { (try? place(of: copy))?.removeQuietly() }

    /// Makes a decoded copy that of the same file under another name; a failure only has the file decoded again. Blocks.
    public func move(_ copy: String, to path: String) {
        do throws(StorageError) {
            guard let place = try place(of: copy), let bytes = try place.status()?.bytes else { return }
            try place.rename(to: place.beside(Self.name(key: try DecodeKey(path).text, bytes: bytes)))
        } catch {
            remove(copy)
        }
    }

    /// Starts decoding a file that libsndfile cannot read, or only from its beginning. Blocks for the start only. Throws `noDecoder`
    /// without ffmpeg, which the latter does not need.
    public func decode(_ path: String) throws(StorageError) -> Decoding {
        let key = try DecodeKey(path)
        let isSequential = SegmentReader.mustBeSequential(key.source)
        let program = isSequential ? nil : self.program
        guard isSequential || program != nil else { throw .noDecoder(path: path) }
        return try Decoding(of: path, key: key, program: program, cache: self, try CacheFolder.shelf(at: folder))
    }

    /// The open folder; nil if there is none. Throws for a link in its place, and for what is not this program's.
    func shelf() throws(StorageError) -> Shelf? { try CacheFolder.find(folder) }

    /// The place of a decoded file.
    private func place(of copy: String) throws(StorageError) -> Place? {
        try shelf()?.place(copy.lastPart)
    }

    /// Path of ffmpeg; nil when it is not installed.
    private var program: String? {
        ForeignProgram.find("ffmpeg", searchPath)
    }
}
