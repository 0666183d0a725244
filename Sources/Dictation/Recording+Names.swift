// Room: Dictation. Any thread; no I/O. How the files of a recording are called.

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
        let number = ending[..<dot]
        guard number.isEmpty || number.first == "~" && Int(number.dropFirst()).map({ $0 > 1 }) == true else { return nil }
        return ending
    }

    /// The name for the next segment, whose number is at least `number`.
    public func nextFileName(fileExtension: String, from number: Int = 1) -> String {
        let numbers = segments.compactMap { segment -> Int? in
            guard let ending = Self.ending(of: segment.file, name: name) else { return nil }
            return Int(ending.dropFirst().prefix { $0.isNumber }) ?? 1
        }
        // Nobody has counted as far as there are numbers; a file can be called so.
        let next = (numbers.filter { $0 < .max }.max() ?? 0) + 1
        return Self.fileName(name, segment: max(next, number), fileExtension: fileExtension)
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
        var result = self
        result.name = newName
        for index in result.segments.indices { result.segments[index].file = rename(result.segments[index].file) }
        result.edits.renameSegments(rename)
        result.delivered = rename(delivered)
        return result
    }
}
