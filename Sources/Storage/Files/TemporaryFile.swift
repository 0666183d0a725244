// Writes a file that gets its name once it is complete. One owner at a time; blocks on the disk.
import Dictation
import System

/// A nameless file that takes a name once it is complete. Abandoned before that, or killed, it is gone.
///
/// On a file system without nameless files it is a hidden one, locked for as long as it is used (`FileLock.hold`). Left behind by
/// a killed program, it is removed by the recovery of a library, or by the next such file in its folder (`clear`).
@safe public final class TemporaryFile {
    private let other: Place
    /// Place of the file; only on file systems without nameless files, and for other programs.
    private var place: Place?
    /// The open file.
    private(set) var descriptor: Int32
    private let prefix: String
    private let mode: UInt32
    /// True if others open the file by its own path and not by its descriptor.
    private let isNamed: Bool

    /// Beginning of the hidden names of files for exports.
    static let exportPrefix = ".dicta-export-"

    /// Makes an empty file in the folder of another.
    init(beside other: Place, prefix: String = ".dicta-", mode: UInt32 = FileMode.ordinary) throws(StorageError) {
        (self.other, self.prefix, self.mode) = (other, prefix, mode)
        isNamed = false
        do throws(SystemError) {
            descriptor = try other.openNameless(mode: mode)
            // For the moment in which it has a hidden name before its own. Nobody else can open it until then.
            _ = try? File.lock(descriptor)
        } catch {
            let made = try Self.makeNamed(beside: other, prefix: prefix, mode: mode)
            (descriptor, place) = (made.descriptor, made.place)
        }
    }

    /// Makes a hidden file, as on a file system without nameless files.
    init(named other: Place, prefix: String, mode: UInt32) throws(StorageError) {
        (self.other, self.prefix, self.mode) = (other, prefix, mode)
        isNamed = false
        let made = try Self.makeNamed(beside: other, prefix: prefix, mode: mode)
        (descriptor, place) = (made.descriptor, made.place)
    }

    /// Makes a hidden file, and first removes what killed programs left. In a library recovery does that.
    private static func makeNamed(
        beside other: Place, prefix: String, ending: String = "", mode: UInt32
    ) throws(StorageError) -> (descriptor: Int32, place: Place) {
        if prefix != ".dicta-" { clear(beside: other, prefix: prefix) }
        return try Library.makeTemporary(beside: other, prefix: prefix, ending: ending, mode: mode)
    }

    /// Makes an empty file for an export to `path`, beside it. With `isOwn` it is no more open than a recording, otherwise as open
    /// as the umask allows. Blocks.
    public convenience init(forExportTo path: String, isOwn: Bool) throws(StorageError) {
        try self.init(
            beside: Place(path), prefix: Self.exportPrefix, mode: isOwn ? FileMode.ordinary : FileMode.exported)
    }

    /// Makes an empty file in a part of the user's cache, with a name that ends in `ending`: for a program that looks at endings.
    /// Only this user can read it. First removes what killed programs left there. Blocks.
    public init(inCache part: String, ending: String) throws(StorageError) {
        other = try CacheFolder.shelf(part).place("x")
        isNamed = true
        (prefix, mode) = (".dicta-\(part)-", FileMode.secret)
        let made = try Self.makeNamed(beside: other, prefix: prefix, ending: ending, mode: mode)
        (descriptor, place) = (made.descriptor, made.place)
    }

    deinit {
        if descriptor >= 0 { File.close(descriptor) }
        place?.removeQuietly()
    }

    /// Path by which this process opens the file, as long as this object lives, and by which its children get it. A link cannot
    /// take its place.
    public var path: String { isNamed ? place?.path ?? "" : File.path(of: descriptor) }

    /// Path of the folder, for errors.
    private var folder: String { other.folderPath }

    /// Appends bytes.
    public func append(_ bytes: [UInt8]) throws(StorageError) {
        try onDisk("write", folder, File.write(descriptor, bytes))
    }

    func overwrite(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
        try onDisk("write", folder, File.write(descriptor, bytes, at: Int64(offset)))
    }

    /// Another descriptor of the file, which the caller owns; it is valid after the file is gone.
    func duplicate() throws(StorageError) -> Int32 {
        try onDisk("open a second time in", folder, File.duplicate(descriptor))
    }

    /// Another empty file of the same kind, in the same folder.
    func another() throws(StorageError) -> TemporaryFile { try TemporaryFile(beside: other, prefix: prefix, mode: mode) }

    /// Becomes another file, under the same path; its own bytes are gone.
    func become(_ next: TemporaryFile) throws(StorageError) {
        try onDisk("open a second time in", folder, File.replace(descriptor, by: next.descriptor))
        place?.removeQuietly()
        place = next.place
        next.place = nil
    }

    /// Syncs the file, unless `mustSync` is false because it can be made again, and gives it the name and the permissions of
    /// the file it replaces. The caller owns the returned descriptor. Throws `isLink` for a link.
    func take(name target: Place, mustSync: Bool = true) throws(StorageError) -> Int32 {
        try target.refuseLink()
        try FileMode(of: target)?.give(to: descriptor, path: target.path)
        if mustSync { try onDisk("sync", folder, File.sync(descriptor)) }
        // A link cannot replace a file, a rename can.
        let fresh = place ?? target.beside(Library.hiddenName())
        if place == nil { try fresh.name(descriptor) }
        place = fresh
        try fresh.rename(to: target)
        return handOver()
    }

    /// Syncs the file and gives it a name; throws `exists` if the name is taken, also by a link that leads nowhere. The caller owns
    /// the returned descriptor.
    func takeFresh(name target: Place) throws(StorageError) -> Int32 {
        try onDisk("sync", folder, File.sync(descriptor))
        if let place {
            try place.move(to: target)
        } else {
            do throws(StorageError) { try target.name(descriptor) } catch .exists { throw .exists(path: target.path) }
        }
        return handOver()
    }

    private func handOver() -> Int32 {
        defer { descriptor = -1 }
        place = nil
        return descriptor
    }

    // MARK: Left behind

    /// Removes hidden files with such names that killed programs left in a folder. A name that this program does not make, a link, a
    /// folder, another user's file, one with a second name and one in use are left alone. Blocks.
    static func clear(beside other: Place, prefix: String) {
        // A folder that cannot be read cannot be written to either; the caller's next step says so.
        guard let names = try? other.neighbours() else { return }
        for name in names where isMade(name, [prefix]) { _ = try? Library.clearTemporary(other.beside(name)) }
    }

    /// Beginnings of the hidden names in a library and beside exports.
    private static let prefixes = ["", "export-", "import-", "copy-", "flat-", "delivered-", "gone-", "case-"].map {
        ".dicta-" + $0
    }
    /// Endings of the hidden names: earlier versions gave an export that of its format.
    private static let endings: Set<Substring> = ["", "wav", "w64", "caf", "flac", "ogg", "opus", "mp3", "m4a"]

    /// True for a name that `Library.hiddenName` makes or made, behind one of some beginnings and before a known ending.
    ///
    /// Earlier versions wrote the random number without zeros before it. Shorter than 11 digits it is once in 5,000 names, and such
    /// a name is left alone, as is one without a numeral (once in 50): it could be a word, and so a file of the user.
    static func isMade(_ name: String, _ prefixes: [String] = prefixes) -> Bool {
        prefixes.contains { prefix in
            guard name.hasPrefix(prefix) else { return false }
            let rest = name.dropFirst(prefix.count)
            let mark = rest.prefix { $0 != "." }
            let ending = rest.dropFirst(mark.count)
            guard ending.isEmpty || ending.count > 1 && endings.contains(ending.dropFirst()) else { return false }
            let digits = mark.utf8
            guard (11...Library.hiddenDigits).contains(digits.count), UInt64(mark, radix: 36) != nil else { return false }
            return digits.allSatisfy { isNumeral($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
                && digits.contains(where: isNumeral)
        }
    }

    private static func isNumeral(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
