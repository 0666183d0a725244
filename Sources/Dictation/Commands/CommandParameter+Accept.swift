// Any thread; no I/O.

extension CommandParameter {
    /// The value in the parameter's own form: `.int` for whole numbers, frames and times in frames, `.double` for numbers,
    /// levels and times in seconds. Numbers change their width only where nothing is lost. A number or a flag said as a text
    /// is read as on a command line: surfaces send strings for them.
    public func accept(_ value: Value, of command: String) throws(CommandError) -> Value {
        let meant = meant(value)
        let accepted: Value? =
            switch type {
            case .integer, .jackFrame: Self.whole(meant).map(Value.int)
            case .number: Self.number(meant).map(Value.double)
            case .level: Self.level(meant).map(Value.double)
            case .text: text(value).map(Value.text)
            case .flag: Self.flag(meant).map(Value.flag)
            case .time: Self.time(value)
            case .place: Self.marker(value) ?? Self.time(value)
            case .marker: Self.reference(value).map(Value.text)
            }
        guard let accepted else {
            throw .wrongType(command: command, parameter: shown, wanted: type.wanted, got: value.quoted)
        }
        guard isAllowed(accepted) else {
            throw .outOfRange(command: command, parameter: shown, allowed: allowed, got: value.quoted)
        }
        return accepted
    }

    /// Reads what stood on a command line; the table's type decides what the text means. The value is checked and stays as
    /// it was said, to be checked again with the rest: a time in frames would else be taken for seconds.
    public func read(_ text: String, of command: String) throws(CommandError) -> Value {
        let value = meant(.text(text))
        _ = try accept(value, of: command)
        return value
    }

    /// The number or flag that a text says, where the type wants one; the value itself for all else.
    private func meant(_ value: Value) -> Value {
        guard case .text(let text) = value else { return value }
        let meant: Value? =
            switch type {
            case .integer, .jackFrame: Int64(text).map(Value.int)
            case .number, .level: Double(text).map(Value.double)
            case .flag: ["yes": true, "no": false][text].map(Value.flag)
            case .text, .time, .place, .marker: nil
            }
        return meant ?? value
    }

    private func isAllowed(_ value: Value) -> Bool {
        switch value {
        case .text(let text): return !text.isEmpty && (choices.isEmpty || choices.contains(text))
        case .flag: return true
        case .double(let number): return limits?.contains(number) ?? (type != .time || number >= 0)
        case .int(let count):
            // Only whether it may go back is known without a rate.
            if type.isTime { return count >= 0 || limits.map { $0.lowerBound < 0 } == true }
            // Whole numbers in the table stay far below 2^53, so the comparison is exact.
            return limits?.contains(Double(count)) ?? true
        }
    }

    private static func whole(_ value: Value) -> Int64? {
        switch value {
        case .int(let count): count
        case .double(let number): Int64(exactly: number)
        case .text, .flag: nil
        }
    }

    private static func number(_ value: Value) -> Double? {
        switch value {
        case .int(let count): Double(exactly: count)
        case .double(let number): number.isFinite ? number : nil
        case .text, .flag: nil
        }
    }

    private static func level(_ value: Value) -> Double? {
        switch value {
        case .text("-inf"), .double(-.infinity): -.infinity
        case .text, .flag, .int, .double: number(value)
        }
    }

    private static func flag(_ value: Value) -> Bool? {
        switch value {
        case .flag(let flag): flag
        case .int(0), .double(0): false
        case .int(1), .double(1): true
        case .int, .double, .text: nil
        }
    }

    private static func time(_ value: Value) -> Value? {
        switch value {
        case .text(let text): return TimeSpan(text).map(Request.value)
        case .int, .double: return number(value).map(Value.double)
        case .flag: return nil
        }
    }

    /// A place that a marker names; `@` and more.
    private static func marker(_ value: Value) -> Value? {
        guard case .text(let text) = value, text.hasPrefix("@"), MarkerReference(text) != nil else { return nil }
        return value
    }

    /// A number may come as one.
    private static func reference(_ value: Value) -> String? {
        switch value {
        case .text(let text): MarkerReference(text) == nil ? nil : text
        case .int, .double: whole(value).map { String($0) }
        case .flag: nil
        }
    }

    /// What is on or off; a button says it as 1 or 0.
    public var isSwitch: Bool { choices == ["on", "off"] }

    /// A choice that looks like a number (`--bits 24`) may also come as one.
    private func text(_ value: Value) -> String? {
        if case .text(let text) = value { return text }
        if isSwitch { return Self.flag(value).map { $0 ? "on" : "off" } }
        guard case .int(let count) = value, choices.contains(String(count)) else { return nil }
        return String(count)
    }
}
