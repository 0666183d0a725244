// Reads and changes the text of a settings file. Any thread; a value, no I/O.

/// A settings file: `key = value` lines with comments (#) and empty lines between them. A changed key is changed in its line;
/// every other line stays as it was typed.
public struct SettingsText: Sendable, Equatable {
    /// The lines, without line feeds.
    public private(set) var lines: [String]

    /// A line with its key and value.
    struct Entry {
        /// The index of the line, from 0.
        let place: Int
        let key: String
        let value: String
    }

    /// Reads a text.
    public init(_ text: String) {
        // Split by scalars: to Swift a carriage return with its line feed is one character, different from a line feed.
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if lines.last == "" { lines.removeLast() }
    }

    /// The text of the file.
    public var text: String { lines.map { $0 + "\n" }.joined() }

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
                        line: number, key: nil, words: "'\(line.prefix(60))' is neither 'key = value' nor a comment (#)"))
                continue
            }
            do throws(CommandError) {
                let setting = try SettingsTable.known(entry.key)
                let value = try SettingsTable.value(entry.value, of: setting)
                if let first = seen[setting.key], !setting.isList {
                    let words = "'\(entry.key)' is already set on line \(first), which is used; remove one"
                    problems.append(SettingsProblem(line: number, key: entry.key, words: words))
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
        let comment = lines.lastIndex { Self.isComment($0, for: key) }.map { $0 + 1 }
        let place = old.first?.place ?? comment ?? lines.count
        for entry in old.reversed() { lines.remove(at: entry.place) }
        lines.insert(contentsOf: values.map { "\(key) = \($0)" }, at: place)
    }

    /// True for the comment `#key = ...` of the template.
    private static func isComment(_ line: String, for key: ParameterKey) -> Bool {
        let bare = trimmed(line)
        guard bare.hasPrefix("#"), let entry = entry(String(bare.drop { $0 == "#" }), at: 0) else { return false }
        return entry.key == key.rawValue
    }
}
