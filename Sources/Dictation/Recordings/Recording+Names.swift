// Any thread; no I/O. How the files of a recording are called.

extension Recording {
    /// `NAME.wav` for the first segment, `NAME~2.wav` and so on for the others.
    public static func fileName(_ name: String, segment number: Int, fileExtension: String) -> String {
        number <= 1 ? "\(name).\(fileExtension)" : "\(name)~\(number).\(fileExtension)"
    }

    /// What follows the recording's name in the name of one of its own files: `.wav`, `~2.wav`; nil for any other file.
    public static func ending(of file: String, name: String) -> String? {
        // One whose name is that of its only file.
        if file == name { return file.lastIndex(of: ".").map { String(file[$0...]) } }
        guard file.hasPrefix(name) else { return nil }
        let ending = String(file.dropFirst(name.count))
        guard let dot = ending.firstIndex(of: "."), ending.lastIndex(of: ".") == dot else { return nil }
        return number(ofEnding: ending) == nil ? nil : ending
    }

    /// The highest number that a file of a recording can have: there is always a next one that can be counted.
    static let highestNumber = 999_999_999

    /// Number of the segment whose file ends like this: 1 for `.wav`, 2 for `~2.wav`; nil for what is no such ending.
    private static func number(ofEnding ending: String) -> Int? {
        let mark = ending.prefix { $0 != "." }
        guard !mark.isEmpty else { return 1 }
        let digits = mark.dropFirst()
        guard mark.first == "~", digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits) else { return nil }
        return (2...highestNumber).contains(number) ? number : nil
    }

    /// The name for the next segment, whose number is at least `number`.
    public func nextFileName(fileExtension: String, from number: Int = 1) -> String {
        let numbers = segments.compactMap { Self.ending(of: $0.file, name: name).flatMap(Self.number) }
        let next = max((numbers.max() ?? 0) + 1, number)
        // The last number there is was taken by hand; then the first free one.
        let free = next <= Self.highestNumber ? next : (max(1, number)...).first { !numbers.contains($0) } ?? next
        return Self.fileName(name, segment: free, fileExtension: fileExtension)
    }

    /// The same recording under another name, all files that are called like it too; references stay.
    public func renamed(to newName: String) -> Recording {
        renamed(to: newName) { file in Self.ending(of: file, name: name).map { newName + $0 } ?? file }
    }

    /// The same recording under another name, with these files under others.
    public func renamed(to newName: String, files: [String: String]) -> Recording {
        renamed(to: newName) { files[$0] ?? $0 }
    }

    private func renamed(to newName: String, _ rename: (String) -> String) -> Recording {
        var result = withFiles(rename)
        result.name = newName
        return result
    }

    /// The same recording with its files called otherwise.
    public func withFiles(_ rename: (String) -> String) -> Recording {
        var result = self
        for index in result.segments.indices { result.segments[index].file = rename(result.segments[index].file) }
        result.edits.renameSegments(rename)
        result.delivered = rename(delivered)
        return result
    }
}
