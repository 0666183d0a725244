// Prepared SQL statement. One thread at a time; blocks on the disk.
import CSQLite

/// A prepared statement: bind, step, read columns. Columns count from 0 and values from 1, as in SQLite. Must not outlive its
/// database.
@safe public final class Statement {
    /// A value for a placeholder.
    public enum Value: Sendable, Hashable {
        /// SQL NULL.
        case null
        /// An integer of 64 bits.
        case int(Int64)
        /// A floating-point number.
        case double(Double)
        /// A text in UTF-8.
        case text(String)
    }

    private let handle: OpaquePointer
    private unowned let database: Database
    /// SQLITE_TRANSIENT, a macro that Swift cannot import: SQLite copies the text.
    private static var transient: sqlite3_destructor_type { unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// Prepares a statement; throws when SQLite refuses the text.
    init(_ database: Database, _ text: String) throws(DatabaseError) {
        var made: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(database.handle, text, -1, &made, nil)
        guard code == SQLITE_OK, let made = unsafe made else { throw database.failure(code, "ask") }
        unsafe handle = made
        self.database = database
    }

    deinit {
        // The result repeats the error of the last step.
        _ = unsafe sqlite3_finalize(handle)
    }

    /// Makes the statement ready for the next use and clears its values.
    public func reset() {
        // Both results repeat the error of the last step.
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    /// Binds the values in order, from the first placeholder on.
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

    /// Advances to the next row; returns false at the end, where the statement resets itself.
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

    /// Binds the values and steps to the end.
    public func run(_ values: [Value] = []) throws(DatabaseError) {
        try bind(values)
        while try step() {}
    }

    /// Binds the values and calls `row` for each row.
    public func each(_ values: [Value] = [], _ row: (Statement) -> Void) throws(DatabaseError) {
        try bind(values)
        while try step() { row(self) }
    }

    /// Integer in a column of the current row.
    public func int(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }
    /// Floating-point number in a column of the current row.
    public func double(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }
    /// True when a column of the current row is NULL.
    public func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// Text in a column of the current row; empty for NULL.
    public func text(_ column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
