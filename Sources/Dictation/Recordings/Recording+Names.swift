// File names of recordings. Any thread; no I/O.

extension Recording {
    /// The file name of a segment: `NAME.wav` for the first, `NAME~2.wav` and so on for the others.
    public static func fileName(_ name: String, segment number: Int, fileExtension: String) -> String {
        number <= 1 ? "\(name).\(fileExtension)" : "\(name)~\(number).\(fileExtension)"
    }

    /// The ending of a file after the recording's name: `.wav`, `~2.wav`; nil for a file that is not the recording's own.
    public static func ending(of file: String, name: String) -> String? {
        // The recording's name is the whole name of its only file.
        if file == name { return file.lastIndex(ofByte: ".").map { String(file[$0...]) } }
        // The folder may spell a name in another form of Unicode.
        guard file.hasBytes(first: name) || file.hasPrefix(name) else { return nil }
        let ending =
            file.hasBytes(first: name) ? file.droppingBytes(first: name.utf8.count) : String(file.dropFirst(name.count))
        guard let dot = ending.lastIndex(ofByte: "."), !ending[..<dot].utf8.contains(UInt8(ascii: ".")) else { return nil }
        return number(ofEnding: ending) == nil ? nil : ending
    }

    /// The highest segment number: its successor can still be counted.
    static let highestNumber = 999_999_999

    /// The segment number in an ending: 1 for `.wav`, 2 for `~2.wav`; nil for other endings.
    private static func number(ofEnding ending: String) -> Int? {
        let mark = ending.unicodeScalars.prefix { $0 != "." }
        guard !mark.isEmpty else { return 1 }
        let digits = mark.dropFirst()
        let isNumber = digits.allSatisfy { ("0"..."9").contains($0) }
        guard mark.first == "~", isNumber, let number = Int(String(digits)) else { return nil }
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
