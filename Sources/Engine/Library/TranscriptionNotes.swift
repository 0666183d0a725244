// The note of transcriptions that have not ended. Library worker only; blocks on the disk.
internal import Dictation
internal import JSON
internal import Storage
internal import System

/// Remembers the transcriptions of a library that go on when the engine starts again, as command lines in
/// `$XDG_STATE_HOME/dicta/transcriptions-ENGINE.json`. Only the user can write there, so the lines have the user's rights.
struct TranscriptionNotes {
    private let path: String
    private let library: String
    /// The lines as they are in the file.
    private(set) var lines: [String]
    /// Most bytes of the file.
    private static let mostBytes = 1 << 20

    /// Reads the lines of a library. Nil without a home folder: then nothing is remembered. A damaged file counts as empty.
    init?(engine: String, library: String) {
        guard let folder = UserFolders.state({ ThisProcess.variable($0) }) else { return nil }
        path = "\(folder)/dicta/transcriptions-\(engine.map { $0 == "/" ? "_" : String($0) }.joined()).json"
        self.library = library
        let text = (try? ConfigFile.read(path)) ?? nil
        lines = text.map { Self.read(Array($0.utf8), library) } ?? []
    }

    /// Writes the lines, unless the file has them. The file keeps those of other libraries.
    mutating func write(_ lines: [String]) throws(StorageError) {
        guard lines != self.lines else { return }
        let library = library
        try ConfigFile.updateBytes(path) { (now) throws(StorageError) in
            var members = now.map(Self.members) ?? []
            members.removeAll { $0.key == library }
            if !lines.isEmpty { members.append(.init(library, .list(lines.map(JSONTree.text)))) }
            return JSONTree.object(members).printed
        }
        self.lines = lines
    }

    private static func members(_ bytes: [UInt8]) -> [JSONTree.Member] {
        guard bytes.count <= mostBytes, case .object(let members)? = try? JSONTree(parsing: bytes) else { return [] }
        return members
    }

    private static func read(_ bytes: [UInt8], _ library: String) -> [String] {
        members(bytes).last { $0.key == library }?.value.list?.compactMap(\.text) ?? []
    }
}
