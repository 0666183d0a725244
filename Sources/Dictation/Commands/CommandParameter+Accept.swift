// Checks and converts the value of an argument. Any thread; no I/O.
internal import Messages

extension CommandParameter {
    /// The value in the parameter's own form: `.int` for whole numbers, frames and times in frames, `.double` for numbers,
    /// levels and times in seconds. Numbers change their type only without loss. A number or a flag given as a text is read as
    /// on a command line: surfaces send strings. Throws `.wrongType`, `.badPattern`, `.outOfRange` or `.noChoice`.
    public func accept(_ value: Value, of command: String) throws(CommandError) -> Value {
        let meant = meant(value)
        let accepted: Value? =
            switch type {
            case .integer, .jackFrame: Self.whole(meant).map(Value.int)
            case .number: Self.number(meant).map(Value.double)
            case .level: Self.level(meant).map(Value.double)
            case .size: Self.size(meant).map(Value.int)
            case .text: text(value).map(Value.text)
            case .flag: Self.flag(meant).map(Value.flag)
            case .time: Self.time(value)
            case .place: Self.marker(value) ?? Self.time(value)
            case .marker: Self.reference(value).map(Value.text)
            }
        guard let accepted else {
            throw .wrongType(command: command, parameter: shown, wanted: type.wanted.text, got: value.quoted)
        }
        guard isAllowed(accepted) else { throw refusal(of: accepted, given: value, to: command) }
        if isPortPattern, case .text(let text) = accepted { try checkPattern(text, of: command) }
        return accepted
    }

    /// The error for a value that is not allowed. A parameter that has no other name than its choices does not tell them twice.
    private func refusal(of value: Value, given: Value, to command: String) -> CommandError {
        guard isPositional, !choices.isEmpty, word == choices.joined(separator: "|"), case .text(let text) = value else {
            return .outOfRange(command: command, parameter: shown, allowed: allowed, got: given.quoted)
        }
        let nearest = text.isEmpty ? nil : Nearest.word(to: text, in: choices)
        return .noChoice(command: command, choices: word, got: given.quoted, meant: nearest.map { "'\($0)'" })
    }

    /// Checks a pattern of port names. A text that is none can still be a port's full name, which has any signs in it. Throws
    /// `.badPattern`.
    private func checkPattern(_ text: String, of command: String) throws(CommandError) {
        do throws(NamePattern.Mistake) {
            _ = try NamePattern(ports: text)
        } catch {
            guard !text.unicodeScalars.contains(":") || text.unicodeScalars.count > NamePattern.longestName else { return }
            throw .badPattern(command: command, parameter: shown, got: Value.text(text).quoted, why: error.words)
        }
    }

    /// Reads a word of a command line by the parameter's type. The value is checked and kept as it was given, to be checked
    /// again with the rest: a time in frames would otherwise be taken for seconds. Throws what `accept` throws.
    public func read(_ text: String, of command: String) throws(CommandError) -> Value {
        let value = meant(.text(text))
        _ = try accept(value, of: command)
        return value
    }

    /// The number or flag in a text when the type wants one; every other value unchanged.
    private func meant(_ value: Value) -> Value {
        guard case .text(let text) = value else { return value }
        let meant: Value? =
            switch type {
            case .integer, .jackFrame: Int64(text).map(Value.int)
            case .number, .level: Double(text).map(Value.double)
            case .flag: ["yes": true, "no": false][text].map(Value.flag)
            case .text, .time, .place, .marker, .size: nil
            }
        return meant ?? value
    }

    private func isAllowed(_ value: Value) -> Bool {
        switch value {
        case .text(let text): return (mayBeEmpty || !text.isEmpty) && (choices.isEmpty || choices.contains(text))
        case .flag: return true
        case .double(let number): return limits?.contains(number) ?? (type != .time || number >= 0)
        case .int(let count):
            // Without a sample rate, only the sign of a time in frames can be checked.
            if type.isTime { return count >= 0 || limits.map { $0.lowerBound < 0 } == true }
            // Whole numbers in the table stay far below 2^53: the comparison is exact.
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

    private static func size(_ value: Value) -> Int64? {
        if case .text(let text) = value { return ByteSize(text)?.count }
        return whole(value)
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

    /// A marker as a place: `@` with a name or number.
    private static func marker(_ value: Value) -> Value? {
        guard case .text(let text) = value, text.hasPrefix("@"), MarkerReference(text) != nil else { return nil }
        return value
    }

    /// A marker by number or name; a number may come as a text.
    private static func reference(_ value: Value) -> String? {
        switch value {
        case .text(let text): MarkerReference(text) == nil ? nil : text
        case .int, .double: whole(value).map { String($0) }
        case .flag: nil
        }
    }

    /// True for a choice of on and off; a button sends it as 1 or 0.
    public var isSwitch: Bool { choices == ["on", "off"] }

    /// True for a choice with hold and release; a button sends 1 when it is pressed and 0 when it is let go.
    public var isKey: Bool { choices.contains("hold") && choices.contains("release") }

    /// A text. A choice that looks like a number (`--bits 24`) may come as one.
    private func text(_ value: Value) -> String? {
        if case .text(let text) = value { return text }
        if isSwitch { return Self.flag(value).map { $0 ? "on" : "off" } }
        if isKey { return Self.flag(value).map { $0 ? "hold" : "release" } }
        guard case .int(let count) = value, choices.contains(String(count)) else { return nil }
        return String(count)
    }
}
