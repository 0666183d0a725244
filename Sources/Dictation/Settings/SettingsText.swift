// Reads and changes the text of a settings file. Any thread; a value, no I/O.
internal import Messages

/// A settings file: `key = value` lines with comments (#) and empty lines between them. A changed key is changed in its line;
/// every other line stays as it was typed.
public struct SettingsText: Sendable, Equatable {
    /// A line without its line feed. The bytes need not be UTF-8: a path in a comment or a hook may come from an old system.
    private struct Line: Sendable, Equatable {
        let bytes: [UInt8]
        /// The bytes as a text, in which a replacement character stands for each that is no UTF-8.
        let text: String

        init(bytes: [UInt8]) {
            self.bytes = bytes
            text = String(decoding: bytes, as: UTF8.self)
        }
    }

    private var stored: [Line]

    /// The lines as texts, without line feeds.
    public var lines: [String] { stored.map(\.text) }

    /// A line with its key and value.
    struct Entry {
        /// The index of the line, from 0.
        let place: Int
        let key: String
        let value: String
    }

    /// Reads a text.
    public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    /// Reads the bytes of a file.
    public init(bytes: [UInt8]) {
        stored = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Line(bytes: Array($0)) }
        if stored.last?.bytes.isEmpty == true { stored.removeLast() }
    }

    /// The text of the file.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes of the file: those that were read, except on lines that were changed.
    public var bytes: [UInt8] { stored.flatMap { $0.bytes + [UInt8(ascii: "\n")] } }

    // MARK: Reading

    /// The values in use, and the problems of all other lines. The first line of a repeated key is used.
    public func read() -> (values: [ParameterKey: Value], problems: [SettingsProblem]) {
        var values: [ParameterKey: Value] = [:]
        var seen: [ParameterKey: Int] = [:]
        var problems: [SettingsProblem] = []
        for (place, line) in lines.enumerated() where !Self.isBlank(line) {
            let number = place + 1
            guard let entry = Self.entry(line, at: place) else {
                problems.append(
                    SettingsProblem(
                        line: number, key: nil, words: tr("'\(line.prefix(60))' is neither 'key = value' nor a comment (#)")))
                continue
            }
            do throws(CommandError) {
                let setting = try SettingsTable.known(entry.key)
                let value = try SettingsTable.value(entry.value, of: setting)
                if let first = seen[setting.key], !setting.isList {
                    problems.append(
                        SettingsProblem(
                            line: number, key: entry.key,
                            words: tr("'\(entry.key)' is already set on line \(first), which is used; remove one")))
                    continue
                }
                seen[setting.key] = number
                if let before = values[setting.key] {
                    values[setting.key] = .text("\(before)\(CommandParameter.separator)\(value)")
                } else {
                    values[setting.key] = value
                }
            } catch {
                problems.append(SettingsProblem(line: number, key: entry.key, words: SettingsTable.words(error)))
            }
        }
        return (values, problems)
    }

    /// The line that sets a key, from 1; nil when there is none.
    public func line(of key: ParameterKey) -> Int? { entries(of: key).first.map { $0.place + 1 } }

    func entries(of key: ParameterKey) -> [Entry] {
        lines.enumerated().compactMap { Self.entry($1, at: $0) }.filter { $0.key == key.rawValue }
    }

    private static func isBlank(_ line: String) -> Bool {
        let first = line.unicodeScalars.first { !isSpace($0) }
        return first == nil || first == "#"
    }

    private static func entry(_ line: String, at place: Int) -> Entry? {
        guard !isBlank(line), let middle = line.firstIndex(of: "=") else { return nil }
        let key = trimmed(line[..<middle])
        guard !key.isEmpty, !key.unicodeScalars.contains(where: isSpace) else { return nil }
        return Entry(place: place, key: key, value: trimmed(line[line.index(after: middle)...]))
    }

    static func trimmed(_ text: some StringProtocol) -> String {
        var scalars = Substring(text).unicodeScalars[...]
        while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
        while let last = scalars.last, isSpace(last) { scalars.removeLast() }
        return String(scalars)
    }

    /// True for space and tab, and for the carriage return of another system's editor.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }

    // MARK: Changing

    /// Sets a key: on its line, below its comment in the template, or at the end.
    public mutating func set(_ key: ParameterKey, to value: String) { setAll(key, to: [value]) }

    /// Removes a key; comments stay.
    public mutating func reset(_ key: ParameterKey) { setAll(key, to: []) }

    /// Sets all lines of a key.
    public mutating func setAll(_ key: ParameterKey, to values: [String]) {
        let old = entries(of: key)
        let comment = stored.lastIndex { Self.isComment($0.text, for: key) }.map { $0 + 1 }
        let place = old.first?.place ?? comment ?? stored.count
        for entry in old.reversed() { stored.remove(at: entry.place) }
        stored.insert(contentsOf: values.map { Line(bytes: Array("\(key) = \($0)".utf8)) }, at: place)
    }

    /// True for the comment `#key = ...` of the template.
    private static func isComment(_ line: String, for key: ParameterKey) -> Bool {
        let bare = trimmed(line)
        guard bare.hasPrefix("#"), let entry = entry(String(bare.drop { $0 == "#" }), at: 0) else { return false }
        return entry.key == key.rawValue
    }
}
