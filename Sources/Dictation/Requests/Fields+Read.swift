// Reads fields of replies and messages without failing. Any thread; no I/O.

/// Values of fields that another program sent: a field that is missing or of another type reads as none.
extension Fields {
    /// A number, which may be infinite; 0 for none.
    ///
    /// NaN, which an OSC message can carry, reads as none: it differs from itself, so that a state with it would look changed
    /// at each comparison.
    public func number(_ key: String) -> Double {
        switch self[key] {
        case .int(let count)?: Double(count)
        case .double(let number)? where !number.isNaN: number
        case .double?, .text?, .flag?, nil: 0
        }
    }

    /// A whole number, clamped to what an Int64 holds; 0 for none.
    public func count(_ key: String) -> Int64 {
        if case .int(let count)? = self[key] { return count }
        return Int64(nearest: number(key))
    }

    /// A text; empty for none.
    public func text(_ key: String) -> String {
        guard case .text(let text)? = self[key] else { return "" }
        return text
    }

    /// A flag, as `1` and `0` too; false for none.
    public func flag(_ key: String) -> Bool {
        if case .flag(let flag)? = self[key] { return flag }
        return count(key) != 0
    }
}
