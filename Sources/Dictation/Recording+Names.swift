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

    /// The name for the next segment.
    public func nextFileName(fileExtension: String) -> String {
        let numbers = segments.compactMap { segment -> Int? in
            guard let ending = Self.ending(of: segment.file, name: name) else { return nil }
            return Int(ending.dropFirst().prefix { $0.isNumber }) ?? 1
        }
        return Self.fileName(name, segment: (numbers.max() ?? 0) + 1, fileExtension: fileExtension)
    }

    /// The same recording under another name, its own files too; references stay.
    public func renamed(to newName: String) -> Recording {
        let rename = { (file: String) in Self.ending(of: file, name: name).map { newName + $0 } ?? file }
        var result = self
        result.name = newName
        for index in result.segments.indices { result.segments[index].file = rename(result.segments[index].file) }
        result.edits.renameSegments(rename)
        result.delivered = rename(delivered)
        return result
    }
}
