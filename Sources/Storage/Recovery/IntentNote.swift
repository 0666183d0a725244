// The note on disk of a change of several files. A value; any thread; no I/O.
import Dictation
import JSON

/// A change of several files, written to disk before it begins. It consists of renames only, each of which can be done,
/// recognised as done, and undone. Files are known by identity, so a note never touches a later file of the same name.
struct IntentNote: Sendable, Hashable {
    /// One rename.
    struct Step: Sendable, Hashable {
        var from: String
        var to: String
        /// Identity of the file that is renamed.
        var file: FileIdentity
        /// The file that has the name until then, with the copy that restores it.
        var replaced: Replaced?
    }

    /// A file that a rename replaces, and the hidden copy that restores it.
    struct Replaced: Sendable, Hashable {
        var file: FileIdentity
        var copy: String
        var copyFile: FileIdentity
    }

    /// Name of the recording.
    var name: String
    /// Inode of the folder at the time of writing: in a copy of the folder the files have other inodes.
    var folder: UInt64
    /// True where the folder is a copy of the one that the note was written in.
    var isCopied = false
    /// The renames, in order.
    var steps: [Step] = []
    /// Hidden files to remove once all steps are done.
    var remains: [String] = []
    /// Hidden files to remove once all steps are undone.
    var drafts: [String] = []

    /// Suffix of a change to be done.
    static let ending = ".intent"
    /// Suffix of a change to be undone.
    static let backEnding = ".intent-back"

    static func fileName(_ name: String) -> String { ".\(name)\(ending)" }
    static func backName(_ name: String) -> String { ".\(name)\(backEnding)" }

    /// All file names in the note.
    var files: Set<String> { Set(steps.flatMap { [$0.from, $0.to] } + remains + drafts) }

    /// The note as JSON.
    var printed: [UInt8] {
        JSONTree.object([
            .init("schema", .integer(2)), .init("name", .text(name)), .init("folder", .text(String(folder))),
            .init("steps", .list(steps.map(Self.json))),
            .init("remains", .list(remains.map(JSONTree.text))), .init("drafts", .list(drafts.map(JSONTree.text))),
        ]).printed
    }

    private static func json(_ step: Step) -> JSONTree {
        var members: [JSONTree.Member] = [
            .init("from", .text(step.from)), .init("to", .text(step.to)), .init("file", step.file.json),
        ]
        if let replaced = step.replaced {
            members += [
                .init("replaced", replaced.file.json), .init("copy", .text(replaced.copy)),
                .init("copyFile", replaced.copyFile.json),
            ]
        }
        return .object(members)
    }

    /// Reads a note; nil for JSON that Dicta did not write, or for a name that would lead out of the folder.
    init?(parsing bytes: [UInt8]) {
        let tree: JSONTree
        do throws(JSONError) { tree = try JSONTree(parsing: bytes) } catch { return nil }
        guard tree["schema"]?.integer == 2, let name = tree["name"]?.text,
            let folder = tree["folder"]?.text.flatMap({ UInt64($0) }), let steps = tree["steps"]?.list,
            let remains = tree["remains"]?.list, let drafts = tree["drafts"]?.list
        else { return nil }
        self.init(name: name, folder: folder)
        for tree in steps {
            guard let step = Self.step(tree) else { return nil }
            self.steps.append(step)
        }
        for item in remains {
            guard let file = Self.hidden(item) else { return nil }
            self.remains.append(file)
        }
        for item in drafts {
            guard let file = Self.hidden(item) else { return nil }
            self.drafts.append(file)
        }
    }

    /// Makes a note without steps.
    init(name: String, folder: UInt64) {
        self.name = name
        self.folder = folder
    }

    private static func step(_ tree: JSONTree) -> Step? {
        guard let from = file(tree["from"]), let to = file(tree["to"]), let moved = FileIdentity(tree["file"]) else { return nil }
        var step = Step(from: from, to: to, file: moved)
        guard let replaced = tree["replaced"] else { return step }
        guard let old = FileIdentity(replaced), let copy = hidden(tree["copy"]), let copyFile = FileIdentity(tree["copyFile"])
        else { return nil }
        step.replaced = Replaced(file: old, copy: copy, copyFile: copyFile)
        return step
    }

    /// Accepts only Dicta's hidden files, since they are removed without a further check.
    private static func hidden(_ tree: JSONTree?) -> String? {
        guard let file = file(tree), file.hasBytes(first: ".dicta-"), file != LibraryLock.fileName else { return nil }
        return file
    }

    private static func file(_ tree: JSONTree?) -> String? {
        guard let file = tree?.text, !file.isEmpty, file != ".", file != "..", !file.hasSlash, !file.utf8.contains(0)
        else { return nil }
        return file
    }
}
