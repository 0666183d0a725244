// Connection to an SQLite file. One thread at a time; blocks on the disk. Only Database and Statement call SQLite.
import CSQLite

/// A connection to one SQLite file. One thread at a time; blocks on the disk.
@safe public final class Database {
    /// Address of the connection.
    let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens or creates the file; an empty path opens a database in memory. Later calls wait up to two seconds for another
    /// program's lock. Throws when SQLite refuses.
    public init(path: String) throws(DatabaseError) {
        var opened: OpaquePointer?
        let name = path.isEmpty ? ":memory:" : path
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            let reason = unsafe String(cString: sqlite3_errstr(code))
            _ = unsafe sqlite3_close_v2(opened)
            throw DatabaseError(code: code & 0xff, operation: "open", reason: reason)
        }
        unsafe handle = opened
        try check(unsafe sqlite3_busy_timeout(opened, 2000), "open")
        try check(unsafe dicta_sqlite3_defend(opened), "open")
        try check(unsafe sqlite3_extended_result_codes(opened, 0), "open")
    }

    deinit {
        statements = [:]
        // v2 never waits, and cannot fail once all statements are finalised.
        _ = unsafe sqlite3_close_v2(handle)
    }

    /// Runs one or more statements without values or results.
    public func run(_ text: String) throws(DatabaseError) {
        try check(unsafe sqlite3_exec(handle, text, nil, nil, nil), "change")
    }

    /// Returns a prepared statement, which is kept and reset for the next call with the same text.
    public func prepare(_ text: String) throws(DatabaseError) -> Statement {
        if let known = statements[text] {
            known.reset()
            return known
        }
        let made = try Statement(self, text)
        statements[text] = made
        return made
    }

    /// Runs `work` in one transaction: all of it takes effect, or none. `failing` converts an error of SQLite.
    public func transaction<Failure: Error>(
        _ work: () throws(Failure) -> Void, failing: (DatabaseError) -> Failure
    ) throws(Failure) {
        do { try run("BEGIN IMMEDIATE") } catch { throw failing(error) }
        do throws(Failure) {
            try work()
            do throws(DatabaseError) { try run("COMMIT") } catch { throw failing(error) }
        } catch {
            // The first error is the one to report; a failing rollback leaves nothing behind either.
            do throws(DatabaseError) { try run("ROLLBACK") } catch {}
            throw error
        }
    }

    /// Gives the memory of cached pages back; later reads take them from the file again.
    public func releaseMemory() {
        // Its code is always SQLITE_OK.
        _ = unsafe sqlite3_db_release_memory(handle)
    }

    /// Row number of the last inserted row.
    public var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Throws for a code other than SQLITE_OK.
    func check(_ code: Int32, _ operation: String) throws(DatabaseError) {
        guard code == SQLITE_OK else { throw failure(code, operation) }
    }

    /// Makes an error with SQLite's latest message.
    func failure(_ code: Int32, _ operation: String) -> DatabaseError {
        DatabaseError(code: code & 0xff, operation: operation, reason: unsafe String(cString: sqlite3_errmsg(handle)))
    }
}
