// One thread at a time (the library worker, or the terminal alone); blocks on the disk.
import Database
import Glibc

/// All recordings of a library in an SQLite file, for lists and searches that do not open thousands of files.
///
/// Only a cache: it lies where caches lie, so that the library stays plain files, works on a folder that cannot be written or
/// comes from another machine, and is not carried about by backups and sync programs. Whoever deletes it loses nothing. Each
/// listing looks at the time, size and inode of every file, and reads again what belongs to those that changed.
public final class LibraryIndex {
    public let library: Library
    /// The SQLite file; empty for one in memory.
    public private(set) var path: String
    var database: Database
    /// Files as the index knows them.
    var known: [FileName: FolderScan.Stamp] = [:]
    /// SQLite's number that changes when another program writes.
    var dataVersion: Int64 = -1
    /// Recordings that were read again by the last look, for tests and logs.
    public internal(set) var lastRead = 0

    /// Nil where the kernel does not see all changes.
    let watch: FolderWatch?
    /// What the last look at all files said, and when that was; nothing before the first one, and where there are links.
    var lastLook: (number: UInt64, openTakes: [String], seconds: Int)?

    static let version: Int64 = 4

    /// Blocks. Opens what is there and is of use, else begins anew.
    public init(_ library: Library, folder: String = standardFolder) throws(StorageError) {
        self.library = library
        watch = FolderWatch(library.folder)
        path = Self.place(for: library, in: folder)
        do throws(DatabaseError) {
            database = try Self.open(path)
        } catch {
            do throws(DatabaseError) {
                // What cannot be opened is of no use to anybody.
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

    /// Any thread. `$XDG_CACHE_HOME/dicta/index`, else in `~/.cache`.
    public static var standardFolder: String { CacheFolder.path("index") }

    /// SQLITE_BUSY: another program is at it.
    private static let busy: Int32 = 5

    /// Runs work on the database; one that turns out to be damaged is made anew, one that cannot be written is replaced by one
    /// in memory, so that a bad cache never keeps anybody from the recordings.
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
        throw .index(path: path, reason: "it fails again and again")
    }

    private func begin(inMemory: Bool) throws(StorageError) {
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

    private static func create(_ database: Database) throws(DatabaseError) {
        try database.run(
            """
            BEGIN IMMEDIATE;
            DROP TABLE IF EXISTS recording; DROP TABLE IF EXISTS file; DROP TABLE IF EXISTS words;
            DROP TABLE IF EXISTS state;
            CREATE TABLE state(fingerprint INTEGER);
            INSERT INTO state VALUES(0);
            CREATE TABLE file(name TEXT PRIMARY KEY, bytes INTEGER, modified INTEGER, nanoseconds INTEGER, inode INTEGER) WITHOUT ROWID;
            CREATE TABLE recording(
                id INTEGER PRIMARY KEY, root TEXT, name TEXT, folded TEXT, path TEXT, title TEXT, artist TEXT, note TEXT,
                tags TEXT, tagline TEXT, state TEXT, created TEXT, date INTEGER, modified INTEGER, frames INTEGER, seconds REAL,
                rate INTEGER, channels INTEGER, container TEXT, encoding TEXT, bytes INTEGER, segments INTEGER,
                markers INTEGER, position INTEGER, problem TEXT);
            CREATE INDEX byRoot ON recording(root);
            CREATE INDEX byName ON recording(folded, name);
            CREATE INDEX byDate ON recording(date, name);
            CREATE INDEX byDuration ON recording(seconds, name);
            CREATE INDEX bySize ON recording(bytes, name);
            CREATE INDEX byProblem ON recording(id) WHERE problem <> '';
            CREATE VIRTUAL TABLE words USING fts5(
                name, title, artist, note, tags, markers, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
            PRAGMA user_version=\(version);
            COMMIT
            """)
    }

    /// The name tells the library's folder apart; nothing else is in it.
    private static func place(for library: Library, in folder: String) -> String {
        do throws(StorageError) { try Folder.create(Folder.parent(of: folder)) } catch { return "" }
        // Names and notes may be private, whatever the recordings' own folder lets others see.
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { return "" }
        forgetOld(in: folder)
        return "\(folder)/\(DecodeKey.hash(text: library.folder)).sqlite"
    }

    /// Libraries that nobody has listed for three months.
    private static func forgetOld(in folder: String) {
        do throws(StorageError) {
            let old = Timestamp.now.earlier(by: 90 * 86_400)
            for name in try Folder.names(in: folder) where name.hasSuffix(".sqlite") {
                let path = "\(folder)/\(name)"
                if try FileStatus(of: path).modified < old { remove(path) }
            }
        } catch {
            // What another program removes meanwhile, or hides, is none of ours.
        }
    }

    private static func remove(_ path: String) {
        guard !path.isEmpty else { return }
        for ending in ["", "-wal", "-shm", "-journal"] { Folder.removeQuietly(path + ending) }
    }
}

/// What can go wrong in the index: its own file, or the library's.
enum IndexFailure: Error {
    case database(DatabaseError)
    case storage(StorageError)
}
