// Room: Storage. One thread at a time (the control loop); may block on the disk.
public import Dictation
import FoundationEssentials
import Glibc

extension Library {
    /// Any thread. Where the sidecar of a recording is.
    public func metadataPath(name: String) throws(StorageError) -> String {
        try Self.checkName(name)
        return "\(folder)/\(name).json"
    }

    /// Blocks until it is on the disk. The old sidecar is there whole until the new one is: a crash in between leaves one of
    /// the two, and at worst a hidden temporary file that nobody reads.
    public func writeMetadata(_ metadata: TakeMetadata) throws(StorageError) {
        let path = try metadataPath(name: metadata.name)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // A source can send anything: a peak that is no number must not cost the sidecar.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let data: Data
        do {
            data = try encoder.encode(metadata)
        } catch {
            throw .badMetadata(path: path, reason: "\(error)")
        }
        try Self.replace(path, with: Array(data) + [UInt8(ascii: "\n")])
    }

    /// Blocks. The sidecar of a recording; a missing one is `missing`, one that cannot be understood `badMetadata`.
    public func readMetadata(name: String) throws(StorageError) -> TakeMetadata {
        let path = try metadataPath(name: name)
        let bytes = try Self.contents(of: path)
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        do {
            let schema = try decoder.decode(Schema.self, from: Data(bytes))
            guard schema.version <= TakeMetadata.currentVersion else {
                throw StorageError.badMetadata(path: path, reason: "a newer program wrote it (schema \(schema.version))")
            }
            return try decoder.decode(TakeMetadata.self, from: Data(bytes))
        } catch let error as StorageError {
            throw error
        } catch {
            throw .badMetadata(path: path, reason: "\(error)")
        }
    }

    /// Read alone first: of a newer schema nothing else may be understood.
    private struct Schema: Decodable { let version: Int }
}
