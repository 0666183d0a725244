// The request of a take whose recording is renamed. Any thread; no I/O.
internal import Dictation

extension TakeRequest {
    /// The take of a renamed recording; `files` has the new name of each file by the old one. Parts to come are named after it.
    package func renamed(to newName: String, files: [String: String]) -> TakeRequest {
        var next = self
        if splits?.base == name { next.splits = splits?.named(newName) }
        next.name = newName
        next.path = path.renamed(files)
        return next
    }
}

extension String {
    /// The path after a rename of its file; `files` has the new name of each file by the old one.
    package func renamed(_ files: [String: String]) -> String {
        let start = lastIndex(ofByte: "/").map { utf8.index(after: $0) } ?? startIndex
        let file = String(self[start...])
        return self[..<start] + (files[file] ?? file)
    }
}
