// A value any thread may hold; no I/O.
import Dictation

/// A change of several files as it is written down before it begins: nothing but renames, each of which can be done, found
/// done, and taken back. Files are meant by identity, so that a note never touches a later file of the same name.
struct IntentNote: Sendable, Hashable {
    struct Step: Sendable, Hashable {
        var from: String
        var to: String
        /// Identity of the file that moves.
        var file: FileIdentity
        /// File that has the name until then, and the copy that brings it back.
        var replaced: Replaced?
    }

    struct Replaced: Sendable, Hashable {
        var file: FileIdentity
        var copy: String
        var copyFile: FileIdentity
    }

    /// The recording's.
    var name: String
    /// Inode of the folder that it was written in: in a copy of it the files have others.
    var folder: UInt64
    /// True where the folder is such a copy.
    var isCopied = false
    var steps: [Step] = []
    /// Hidden files that are of no use once all steps are done.
    var remains: [String] = []
    /// Hidden files that are of no use once all steps are taken back.
    var drafts: [String] = []

    /// To be done; to be taken back.
    static let ending = ".intent"
    static let backEnding = ".intent-back"

    static func fileName(_ name: String) -> String { ".\(name)\(ending)" }
    static func backName(_ name: String) -> String { ".\(name)\(backEnding)" }

    /// Every name it has to do with.
    var files: Set<String> { Set(steps.flatMap { [$0.from, $0.to] } + remains + drafts) }

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

    /// Nil for what no program of ours wrote, or what would lead out of the folder.
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

    /// Only hidden files of ours are removed without a look.
    private static func hidden(_ tree: JSONTree?) -> String? {
        guard let file = file(tree), file.hasPrefix(".dicta-"), file != LibraryLock.fileName else { return nil }
        return file
    }

    private static func file(_ tree: JSONTree?) -> String? {
        guard let file = tree?.text, !file.isEmpty, file != ".", file != "..", !file.contains("/"), !file.utf8.contains(0)
        else { return nil }
        return file
    }
}
