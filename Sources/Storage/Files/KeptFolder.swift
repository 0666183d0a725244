// The names in a library's folder, kept for work on many recordings. Any thread; blocks on the disk.
import Dictation
internal import Synchronization
import System

/// Keeps the names in the folder of a library, as long as it lives: work on each of thousands of recordings need not list the whole
/// folder each time. The kernel tells of every change; where it does not see all of them, nothing is kept.
public final class NamesStay: Sendable {
    private let folder: String

    /// Begins a stay. Lists nothing before the first question.
    public init(_ library: Library) {
        folder = library.folder
        KeptFolder.all.withLock { $0[folder, default: (0, KeptFolder())].stays += 1 }
    }

    deinit {
        KeptFolder.all.withLock { all in
            all[folder]?.stays -= 1
            if all[folder]?.stays == 0 { all[folder] = nil }
        }
    }
}

/// All that is kept of a folder while work on many of its recordings goes on. Each part has its lock, under which the disk is read: a disk
/// that hangs holds up work in its own folder only.
final class KeptFolder: Sendable {
    /// The folders with work, and the number of stays in each.
    static let all = Mutex<[String: (stays: Int, kept: KeptFolder)]>([:])

    /// The names in the folder.
    let names = Mutex(KeptNames())
    /// The files that its sidecars name.
    let sidecars = Mutex(KeptSidecars())

    /// All that is kept of the folder of a library; nil without work on many recordings.
    static func of(_ library: Library) -> KeptFolder? { all.withLock { $0[library.folder]?.kept } }
}

/// The names in one folder, by the recording to which they can belong.
struct KeptNames: Sendable {
    private var watch: FolderWatch?
    private var byRoot: [FileName: Set<FileName>] = [:]
    private var hidden: Set<FileName> = []

    /// Brings the names up to date; false where they cannot be kept. Blocks.
    mutating func update(_ folder: String) throws(StorageError) -> Bool {
        if let changed = watch?.changes() {
            for name in changed.map(\.text) {
                if Place("\(folder)/\(name)").isTaken { add(name) } else { remove(name) }
            }
            return true
        }
        (byRoot, hidden) = ([:], [])
        // Before the folder is listed, so that no change is missed. Anew each time: the path may lead to another folder now.
        watch = FolderWatch(folder)
        guard watch != nil else { return false }
        do throws(StorageError) {
            for name in try Folder.names(in: folder, hidden: true) { add(name) }
        } catch {
            watch = nil
            throw error
        }
        return true
    }

    private mutating func add(_ name: String) {
        let file = FileName(text: name)
        if name.hasBytes(first: ".") { hidden.insert(file) }
        byRoot[Self.root(of: name), default: []].insert(file)
    }

    private mutating func remove(_ name: String) {
        let (file, root) = (FileName(text: name), Self.root(of: name))
        hidden.remove(file)
        byRoot[root]?.remove(file)
        if byRoot[root]?.isEmpty == true { byRoot[root] = nil }
    }

    private static func root(of name: String) -> FileName { FileName(text: FolderScan.root(of: name)) }

    /// The names that can belong to a recording, hidden ones too.
    func names(root: String) -> [String] { byRoot[FileName(text: root)]?.map(\.text) ?? [] }

    /// The names with a dot before them.
    var hiddenNames: [String] { hidden.map(\.text) }
}

extension Library {
    /// The hidden names in the folder. Blocks.
    func hiddenNames() throws(StorageError) -> [String] {
        if let names = try kept({ $0.hiddenNames }) { return names }
        return try Folder.hidden(in: folder, ending: "")
    }

    /// The names that can belong to the recording of a root (`FolderScan.root`), hidden ones too. Blocks.
    func names(root: String) throws(StorageError) -> [String] {
        if let names = try kept({ $0.names(root: root) }) { return names }
        let wanted = FileName(text: root)
        return try Folder.names(in: folder, hidden: true).filter { file in
            // The quick test first.
            guard file.hasBytes(first: root) || file.hasBytes(first: ".\(root)") else { return false }
            return FileName(text: FolderScan.root(of: file)) == wanted
        }
    }

    /// The answer from the names that are kept; nil if none are.
    private func kept<Answer: Sendable>(_ question: @Sendable (KeptNames) -> Answer) throws(StorageError) -> Answer? {
        guard let kept = KeptFolder.of(self) else { return nil }
        return try kept.names.withLock { (names) throws(StorageError) -> Answer? in
            try names.update(folder) ? question(names) : nil
        }
    }
}
