// File names of recordings. Any thread; no I/O.

extension Recording {
    /// The file name of a segment: `NAME.wav` for the first, `NAME~2.wav` and so on for the others.
    public static func fileName(_ name: String, segment number: Int, fileExtension: String) -> String {
        number <= 1 ? "\(name).\(fileExtension)" : "\(name)~\(number).\(fileExtension)"
    }

    /// The ending of a file after the recording's name: `.wav`, `~2.wav`; nil for a file that is not the recording's own.
    public static func ending(of file: String, name: String) -> String? {
        // The recording's name is the whole name of its only file.
        if file == name { return file.lastIndex(of: ".").map { String(file[$0...]) } }
        guard file.hasPrefix(name) else { return nil }
        let ending = String(file.dropFirst(name.count))
        guard let dot = ending.firstIndex(of: "."), ending.lastIndex(of: ".") == dot else { return nil }
        return number(ofEnding: ending) == nil ? nil : ending
    }

    /// The highest segment number: its successor can still be counted.
    static let highestNumber = 999_999_999

    /// The segment number in an ending: 1 for `.wav`, 2 for `~2.wav`; nil for other endings.
    private static func number(ofEnding ending: String) -> Int? {
        let mark = ending.prefix { $0 != "." }
        guard !mark.isEmpty else { return 1 }
        let digits = mark.dropFirst()
        guard mark.first == "~", digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits) else { return nil }
        return (2...highestNumber).contains(number) ? number : nil
    }

    /// The file name of the next segment, numbered `number` or higher.
    public func nextFileName(fileExtension: String, from number: Int = 1) -> String {
        let numbers = segments.compactMap { Self.ending(of: $0.file, name: name).flatMap(Self.number) }
        let next = max((numbers.max() ?? 0) + 1, number)
        // When a user took the highest number, the first free one is used.
        let free = next <= Self.highestNumber ? next : (max(1, number)...).first { !numbers.contains($0) } ?? next
        return Self.fileName(name, segment: free, fileExtension: fileExtension)
    }

    /// The recording under another name, with its own files renamed; files it refers to keep their names.
    public func renamed(to newName: String) -> Recording {
        renamed(to: newName) { file in Self.ending(of: file, name: name).map { newName + $0 } ?? file }
    }

    /// The recording under another name, with the files renamed as listed.
    public func renamed(to newName: String, files: [String: String]) -> Recording {
        renamed(to: newName) { files[$0] ?? $0 }
    }

    private func renamed(to newName: String, _ rename: (String) -> String) -> Recording {
        var result = withFiles(rename)
        result.name = newName
        return result
    }

    /// The recording with renamed files.
    public func withFiles(_ rename: (String) -> String) -> Recording {
        var result = self
        for index in result.segments.indices { result.segments[index].file = rename(result.segments[index].file) }
        result.edits.renameSegments(rename)
        for index in result.answers.indices {
            for place in result.answers[index].places.indices {
                result.answers[index].places[place].segment = rename(result.answers[index].places[place].segment)
            }
        }
        result.delivered = rename(delivered)
        return result
    }
}
