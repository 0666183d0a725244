// Place of the user's caches. Any thread; reads the environment, and the account where HOME is missing.
import System

/// The folder for data that can be made again, one for each user.
enum CacheFolder {
    /// Path of a cache: `$XDG_CACHE_HOME/dicta/PART`, else `~/.cache/dicta/PART`. Without HOME in the environment the home of
    /// the user's account counts, never the working folder, which may belong to anybody.
    static func path(_ part: String) -> String {
        if let caches = UserFolders.caches(variable) { return "\(caches)/dicta/\(part)" }
        return "/tmp/dicta-\(ThisProcess.user)/\(part)"
    }

    /// A part of the cache, made if it is missing, for this user only: recordings may be private, even when others can read their
    /// own folder.
    static func shelf(_ part: String) throws(StorageError) -> Shelf { try shelf(at: path(part)) }

    /// A part of a cache at any path. The folder around it may be a link, as the user may want a cache elsewhere.
    static func shelf(at path: String) throws(StorageError) -> Shelf {
        try Folder.create(Folder.parent(of: path), mode: 0o700)
        while true {
            if let shelf = try find(path) { return shelf }
            _ = try Shelf.make(path, mode: 0o700, isPrivate: true)
        }
    }

    /// A part of a cache that is there; nil if there is none. Throws for what is not this program's.
    static func find(_ path: String) throws(StorageError) -> Shelf? {
        let around = Folder.parent(of: path)
        // Anybody may make a folder or a link in /tmp.
        if around.hasPrefix("/tmp/"), try Shelf(around, isPrivate: true) == nil { return nil }
        return try Shelf(path, isPrivate: true)
    }

    /// Value of an environment variable; nil when it is missing or empty.
    static func variable(_ name: String) -> String? {
        ThisProcess.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
