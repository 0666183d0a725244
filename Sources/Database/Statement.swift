// One thread at a time; blocks on the disk.
import CSQLite

/// A prepared statement: bind, step, read columns. Columns count from 0, values from 1, as in SQLite.
@safe public final class Statement {
    public enum Value: Sendable, Hashable {
        case null
        case int(Int64)
        case double(Double)
        case text(String)
    }

    private let handle: OpaquePointer
    private unowned let database: Database
    /// SQLITE_TRANSIENT, a macro that Swift cannot see: the text is copied.
    private static var transient: sqlite3_destructor_type { unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    init(_ database: Database, _ text: String) throws(DatabaseError) {
        var made: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(database.handle, text, -1, &made, nil)
        guard code == SQLITE_OK, let made = unsafe made else { throw database.failure(code, "ask") }
        unsafe handle = made
        self.database = database
    }

    deinit {
        // Says again what the last step said already.
        _ = unsafe sqlite3_finalize(handle)
    }

    public func reset() {
        // Both only say again what the last step said.
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    public func bind(_ values: [Value]) throws(DatabaseError) {
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code =
                switch value {
                case .null: unsafe sqlite3_bind_null(handle, place)
                case .int(let number): unsafe sqlite3_bind_int64(handle, place, number)
                case .double(let number): unsafe sqlite3_bind_double(handle, place, number)
                case .text(let text):
                    unsafe sqlite3_bind_text(handle, place, text, Int32(text.utf8.count), Self.transient)
                }
            try database.check(code, "ask")
        }
    }

    /// Whether there is a row to read.
    public func step() throws(DatabaseError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        guard code == SQLITE_ROW || code == SQLITE_DONE else {
            let error = database.failure(code, "use")
            reset()
            throw error
        }
        if code == SQLITE_DONE { reset() }
        return code == SQLITE_ROW
    }

    /// Binds and runs to the end.
    public func run(_ values: [Value] = []) throws(DatabaseError) {
        try bind(values)
        while try step() {}
    }

    /// Binds, and calls `row` for each one.
    public func each(_ values: [Value] = [], _ row: (Statement) -> Void) throws(DatabaseError) {
        try bind(values)
        while try step() { row(self) }
    }

    public func int(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }
    public func double(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }
    public func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    public func text(_ column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
