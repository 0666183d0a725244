// Identity of the contents of a file. One owner at a time; each step blocks on the disk for a moment only.
public import Dictation
internal import Messages
import System

/// Reads a file once, for an identity that the same bytes have under each name, and no others by accident.
final class FileDigest {
    private let path: String
    private let descriptor: Int32
    private let total: Int64
    private var done: Int64 = 0
    /// FNV-1a of 128 bits. A checksum of 32 bits is too short to leave a file alone for.
    private var sum = UInt128(0x6c62_272e_07bb_0142) << 64 | UInt128(0x62b8_2175_6295_c58d)

    private static let prime = UInt128(1) << 88 | UInt128(0x13b)
    private static let piece = 8 << 20

    /// Opens the file. Blocks.
    init(_ path: String) throws(StorageError) {
        self.path = path
        descriptor = try onDisk("open", path, File.open(path, .read, .noWait))
        do throws(StorageError) {
            let status = try FileStatus(of: descriptor, path: path)
            guard !status.isFolder else { throw .isFolder(path: path) }
            guard status.isFile else { throw .notAudio(path: path, reason: tr("it is not a regular file")) }
            total = status.bytes
        } catch {
            File.close(descriptor)
            throw error
        }
    }

    deinit {
        // Only read, so a failing close loses nothing.
        File.close(descriptor)
    }

    /// Part of the bytes read, 0 to 1.
    var fraction: Double { total == 0 ? 1 : min(1, Double(done) / Double(total)) }

    /// The identity of a file. Blocks until all of it is read.
    static func contents(of path: String) throws(StorageError) -> Identifier {
        let digest = try FileDigest(path)
        while true {
            if let contents = try digest.step() { return contents }
        }
    }

    /// Reads up to 8 MiB. Returns the identity at the end.
    func step() throws(StorageError) -> Identifier? {
        let bytes = try onDisk("read", path, File.read(descriptor, at: done, count: Self.piece))
        guard !bytes.isEmpty else {
            return Identifier(derivedFrom: "import \(done) \(sum)")
        }
        for byte in bytes { sum = (sum ^ UInt128(byte)) &* Self.prime }
        done += Int64(bytes.count)
        return nil
    }
}

/// The contents that were imported into a library, by recording. One owner at a time; making it blocks on the disk.
public final class ImportedContents {
    private let library: Library
    /// Names of recordings, by the identity of what was imported.
    private var names: [String: [String]] = [:]
    private static let key = Array("\"source\"".utf8)

    /// Looks through all sidecars, without reading more than the one key of each.
    public init(_ library: Library) throws(StorageError) {
        self.library = library
        for name in try library.sidecars() {
            // A sidecar that cannot be read has no contents that are known.
            guard let bytes = try? Library.contents(of: library.path(of: "\(name).json")) else { continue }
            for text in Self.values(in: bytes) { names[text, default: []].append(name) }
        }
    }

    /// Takes in a recording that was imported since.
    public func add(_ recording: Recording) {
        for source in recording.segments.compactMap(\.source) { names[source.description, default: []].append(recording.name) }
    }

    /// The recording that keeps some contents; nil for none. A reference keeps nothing, but needs no second one. A file that is gone
    /// or has another size than it was written with is lost. Blocks.
    func name(of contents: Identifier, asReference: Bool) -> String? {
        names[contents.description]?.first { name in
            let segments = (try? library.readRecording(name))?.segments ?? []
            return segments.contains { segment in
                segment.source == contents && (asReference || !segment.isReference)
                    && (try? FileStatus(of: library.path(of: segment.file)).bytes) == segment.bytes
            }
        }
    }

    private static func values(in bytes: [UInt8]) -> [String] {
        var found: [String] = []
        var rest = bytes[...]
        while let place = rest.firstRange(of: key) {
            rest = rest[place.upperBound...]
            let value = rest.drop { $0 == UInt8(ascii: ":") || $0 <= 0x20 }.prefix(38)
            if value.first == UInt8(ascii: "\""), value.count == 38 {
                found.append(String(decoding: value.dropFirst().prefix(36), as: UTF8.self))
            }
        }
        return found
    }
}
