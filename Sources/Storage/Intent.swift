// Room: Storage. A value any thread may hold; no I/O.
import Dictation

/// A change of several files that is to happen whole: written down before it begins, and done again from the note where
/// somebody died on the way. Every step can be done twice.
///
/// In this order: files get new names, sidecars are written, files go. All names are of files in the library's folder.
struct Intent: Sendable, Hashable {
    struct Move: Sendable, Hashable {
        var from: String
        var to: String
    }

    struct Sidecar: Sendable, Hashable {
        var file: String
        var text: String
    }

    /// Whose change it is: gives the note its name.
    var name: String
    var moves: [Move] = []
    var sidecars: [Sidecar] = []
    var removals: [String] = []

    static let ending = ".intent"

    static func fileName(_ name: String) -> String { ".\(name)\(ending)" }

    var printed: [UInt8] {
        JSONTree.object([
            .init("schema", .integer(1)), .init("name", .text(name)),
            .init("moves", .list(moves.map { .list([.text($0.from), .text($0.to)]) })),
            .init("sidecars", .list(sidecars.map { .list([.text($0.file), .text($0.text)]) })),
            .init("removals", .list(removals.map(JSONTree.text))),
        ]).printed
    }

    /// Nil for what no program of ours wrote, or what would lead out of the folder.
    init?(parsing bytes: [UInt8]) {
        let tree: JSONTree
        do throws(JSONError) { tree = try JSONTree(parsing: bytes) } catch { return nil }
        guard tree["schema"]?.integer == 1, let name = tree["name"]?.text, let moves = tree["moves"]?.list,
            let sidecars = tree["sidecars"]?.list, let removals = tree["removals"]?.list
        else { return nil }
        self.init(name: name)
        for pair in moves {
            guard let pair = pair.list, pair.count == 2, let from = Self.file(pair[0]), let to = Self.file(pair[1]) else {
                return nil
            }
            self.moves.append(Move(from: from, to: to))
        }
        for pair in sidecars {
            guard let pair = pair.list, pair.count == 2, let file = Self.file(pair[0]), let text = pair[1].text else {
                return nil
            }
            self.sidecars.append(Sidecar(file: file, text: text))
        }
        for item in removals {
            guard let file = Self.file(item) else { return nil }
            self.removals.append(file)
        }
    }

    init(name: String) { self.name = name }

    private static func file(_ tree: JSONTree) -> String? {
        guard let file = tree.text, !file.isEmpty, file != ".", file != "..", !file.contains("/"), !file.utf8.contains(0)
        else { return nil }
        return file
    }
}
