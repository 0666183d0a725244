// Room: Storage. One thread at a time (the library worker); blocks on the disk.
import Dictation
import FoundationEssentials

extension Library {
    /// Blocks until it is on the disk. Notes in the sidecar where listening was left, in file frames, and keeps all else that
    /// is in it, also what this program does not know. No sidecar is `missing`: none is made for it.
    public func rememberPlayPosition(_ frames: Int64, name: String) throws(StorageError) {
        let known = try readMetadata(name: name)
        guard known.playPosition != frames else { return }
        let path = try metadataPath(name: name)
        let data: Data
        do {
            var tree = try JSONDecoder().decode(JSONTree.self, from: Data(Self.contents(of: path)))
            tree.set("playPosition", .integer(frames))
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            data = try encoder.encode(tree)
        } catch let error as StorageError {
            throw error
        } catch {
            throw .badMetadata(path: path, reason: "\(error)")
        }
        try Self.replace(path, with: Array(data) + [UInt8(ascii: "\n")])
    }
}
