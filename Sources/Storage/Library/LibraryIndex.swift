// Index of a library for lists and searches. One owner at a time; blocks on the disk.
import Database
internal import Messages
import System

/// All recordings of a library in an SQLite file, for lists and searches that do not open thousands of files. One owner at a
/// time; blocks on the disk.
///
/// The index is only a cache, and lies in the user's cache folder. The library therefore stays a folder of plain files, works
/// when it cannot be written or comes from another machine, and backups and sync programs do not carry the index about.
/// Deleting the index loses nothing. Each listing compares time, size and inode of every file and reads changed ones again.
public final class LibraryIndex {
    /// The indexed library.
    public let library: Library
    /// Path of the SQLite file; empty for an index in memory.
    public private(set) var path: String
    /// Connection to the SQLite file.
    var database: Database
    /// Files as the index knows them.
    var known: [FileName: FolderScan.Stamp] = [:]
    /// SQLite's `data_version`, which changes when another program writes.
    var dataVersion: Int64 = -1
    /// Number of recordings that the last refresh read again, for tests and logs.
    public internal(set) var lastRead = 0

    /// Number of times that the index was made again, empty at first.
    private var generation = 0

    /// Change notifications of the folder; nil when the kernel cannot see all changes.
    var watch: FolderWatch?
    /// True if the watch has ended and no other could begin, as while the folder is away: the next look tries again.
    var hasLostWatch = false
    /// Result and time of the last look at all files; nil before the first look, and in a folder with links.
    var lastLook: (number: UInt64, openTakes: [String], seconds: Int)?

    /// Version of the database schema.
    static let version: Int64 = 14

    /// Opens the existing index if it is usable, else makes a new one. Blocks.
    public init(_ library: Library, folder: String = standardFolder) throws(StorageError) {
        self.library = library
        watch = FolderWatch(library.folder)
        path = Self.place(for: library, in: folder)
        do throws(DatabaseError) {
            database = try Self.open(path)
        } catch {
            do throws(DatabaseError) {
                // An unusable file is deleted, unless another program holds it.
                if error.code != Self.busy { Self.remove(path) }
                database = try Self.open(path)
            } catch {
                path = ""
                do throws(DatabaseError) { database = try Self.open("") } catch {
                    throw .index(path: "", reason: error.description)
                }
            }
        }
    }

    /// Folder of all indexes: `$XDG_CACHE_HOME/dicta/index`, else the same in `~/.cache`. Any thread.
    public static var standardFolder: String { CacheFolder.path("index") }

    /// Gives the memory of cached pages back; later questions read them from the disk again.
    public func releaseMemory() { database.releaseMemory() }

    /// SQLITE_BUSY: another program holds the database.
    private static let busy: Int32 = 5

    /// Runs work on the database. A damaged database is made again, and one that cannot be written is replaced by one in
    /// memory, so a bad cache never hides the recordings.
    func with<Result>(_ work: () throws(IndexFailure) -> Result) throws(StorageError) -> Result {
        for attempt in 0..<3 {
            do throws(IndexFailure) {
                return try work()
            } catch {
                switch error {
                case .storage(let error): throw error
                case .database(let error):
                    guard attempt < 2 else { throw .index(path: path, reason: error.description) }
                    try begin(inMemory: attempt == 1 || error.code == Self.busy)
                }
            }
        }
        throw .index(path: path, reason: tr("it failed three times"))
    }

    /// Refreshes the index, then asks it. Damage that only the question meets makes the index again, and empty: the question
    /// then waits for its next refresh. Gives the names of recordings that have journals, too. Blocks.
    func ask<Result>(_ question: () throws(DatabaseError) -> Result) throws(StorageError) -> (Result, openTakes: [String]) {
        var left = 2
        while true {
            let openTakes = try refresh()
            let before = generation
            let result = try with { () throws(IndexFailure) in
                do throws(DatabaseError) { return try question() } catch { throw .database(error) }
            }
            left -= 1
            if generation == before || left == 0 { return (result, openTakes) }
        }
    }

    /// Begins with an empty index, on the disk or in memory.
    private func begin(inMemory: Bool) throws(StorageError) {
        generation += 1
        known = [:]
        dataVersion = -1
        do throws(DatabaseError) {
            database = try Database(path: "")
            if inMemory { path = "" } else { Self.remove(path) }
            database = try Self.open(path)
        } catch {
            throw .index(path: path, reason: error.description)
        }
    }

    /// Opens a database and makes its tables when their version differs.
    private static func open(_ path: String) throws(DatabaseError) -> Database {
        let database = try Database(path: path)
        try database.run(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY; PRAGMA cell_size_check=ON")
        let found = try database.prepare("PRAGMA user_version")
        let isKnown = try found.step() && found.int(0) == version
        found.reset()
        if !isKnown { try create(database) }
        return database
    }

    /// Makes the tables.
    private static func create(_ database: Database) throws(DatabaseError) {
        try database.run(
            """
            BEGIN IMMEDIATE;
            DROP TABLE IF EXISTS recording; DROP TABLE IF EXISTS file; DROP TABLE IF EXISTS words;
            DROP TABLE IF EXISTS state; DROP TABLE IF EXISTS line;
            CREATE TABLE state(fingerprint INTEGER);
            INSERT INTO state VALUES(0);
            CREATE TABLE file(name TEXT PRIMARY KEY, bytes INTEGER, modified INTEGER, nanoseconds INTEGER, inode INTEGER) WITHOUT ROWID;
            CREATE TABLE recording(
                id INTEGER PRIMARY KEY, root TEXT, name TEXT, folded TEXT, path TEXT, title TEXT, artist TEXT, note TEXT,
                tags TEXT, tagline TEXT, state TEXT, created TEXT, date INTEGER, modified INTEGER, frames INTEGER, seconds REAL,
                rate INTEGER, channels INTEGER, container TEXT, encoding TEXT, bytes INTEGER, segments INTEGER,
                markers INTEGER, position INTEGER, problem TEXT, high INTEGER, low INTEGER, foldedArtist TEXT,
                favourite INTEGER, fields TEXT, kilobits INTEGER, unread INTEGER, source TEXT);
            CREATE INDEX byRoot ON recording(root);
            CREATE INDEX byName ON recording(folded, name);
            CREATE INDEX byDate ON recording(date, name);
            CREATE INDEX byDuration ON recording(seconds, name);
            CREATE INDEX bySize ON recording(bytes, name);
            CREATE INDEX byIdentity ON recording(high);
            CREATE INDEX byProblem ON recording(id) WHERE problem <> '';
            CREATE VIRTUAL TABLE words USING fts5(
                name, title, artist, note, tags, markers, spoken, fields, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
            CREATE VIRTUAL TABLE line USING fts5(
                text, frame UNINDEXED, shown UNINDEXED, tokenize='unicode61 remove_diacritics 2', prefix='2 3');
            PRAGMA user_version=\(version);
            COMMIT
            """)
    }

    /// Path of a library's index; the file name is a hash of the library's folder. Empty when the folder cannot be made.
    private static func place(for library: Library, in folder: String) -> String {
        // Names and notes may be private, even when others can read the folder of recordings.
        do throws(StorageError) {
            let shelf = try CacheFolder.shelf(at: folder)
            forgetOld(in: shelf)
            let place = try shelf.place("\(DecodeKey.hash(text: library.folder)).sqlite")
            // SQLite would follow a link.
            try place.refuseLink()
            return place.path
        } catch {
            return ""
        }
    }

    /// Deletes indexes of libraries that were not listed for three months.
    private static func forgetOld(in shelf: Shelf) {
        do throws(StorageError) {
            let old = Timestamp.now.earlier(by: 90 * 86_400)
            for name in try shelf.names() where name.hasSuffix(".sqlite") {
                let place = try shelf.place(name)
                guard let status = try place.status(), status.isFile, status.modified < old else { continue }
                for ending in [""] + companions { try shelf.place(name + ending).removeQuietly() }
            }
        } catch {
            // Files that another program removes or hides meanwhile are ignored.
        }
    }

    /// Endings of the files that SQLite makes beside its own.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// Deletes an SQLite file and its companions.
    private static func remove(_ path: String) {
        guard !path.isEmpty else { return }
        for ending in [""] + companions { Folder.removeQuietly(path + ending) }
    }
}

/// An error of the index file or of the library.
enum IndexFailure: Error {
    /// The index failed.
    case database(DatabaseError)
    /// The library failed.
    case storage(StorageError)
}
