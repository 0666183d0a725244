// A value of one thread; making it blocks on the disk. Decides which recording each file belongs to, and nothing
// else does.
import Dictation

/// Owners of files whose names begin alike.
///
/// A sidecar owns the files it names that are called like it, the shortest name first where two name one file. What a running
/// or broken-off take writes belongs to its recording. A sidecar that cannot be read owns by name what is left. Every other audio
/// file is a recording by itself, whatever it is called: `t~2.wav` without a sidecar is no part of `t`.
struct Ownership {
    /// Sidecars that could be read.
    private(set) var described: [Recording] = []
    /// Those that could not, with the reason.
    private(set) var unread: [(name: String, error: StorageError)] = []
    /// Audio files that are recordings by themselves, with their names.
    private(set) var alone: [(name: String, file: String)] = []
    /// Files that several sidecars name: nobody may move or delete them.
    private(set) var shared: Set<String> = []
    private var owners: [String: String] = [:]

    /// Blocks; reads the sidecars and journals among the files.
    init(_ library: Library, _ files: [String]) {
        let present = Set(files)
        var free = present.filter(Library.isAudio)
        var named: [String: Int] = [:]
        let sidecars = files.filter { $0.hasSuffix(".json") }.map { Library.splitName($0).base }
        for name in sidecars.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
            do throws(StorageError) {
                let recording = try library.readRecording(name)
                described.append(recording)
                for file in Set(recording.segments.map(\.file)) where present.contains(file) {
                    named[file, default: 0] += 1
                    guard owners[file] == nil, Recording.ending(of: file, name: name) != nil else { continue }
                    owners[file] = name
                    free.remove(file)
                }
            } catch .missing {
                continue
            } catch {
                unread.append((name, error))
            }
        }
        shared = Set(named.filter { $0.value > 1 }.keys)
        for name in files.compactMap(TakeJournal.name) { take(library.journalledFiles(of: name, among: free), name, &free) }
        for (name, _) in unread { take(Self.likely(name, among: free), name, &free) }
        var names = Set(described.map(\.name) + unread.map(\.name))
        for file in free.sorted(by: { Library.rank($0) < Library.rank($1) }) {
            let base = Library.splitName(file).base
            let name = names.contains(base) ? file : base
            names.insert(name)
            alone.append((name, file))
        }
    }

    /// Without a sidecar that could be read the file is its own recording anyhow.
    private mutating func take(_ files: [String], _ name: String, _ free: inout Set<String>) {
        guard described.contains(where: { $0.name == name }) || unread.contains(where: { $0.name == name }) else { return }
        for file in files {
            owners[file] = name
            free.remove(file)
        }
    }

    /// True where there is a recording of that name.
    func has(_ name: String) -> Bool {
        described.contains { $0.name == name } || unread.contains { $0.name == name } || alone.contains { $0.name == name }
    }

    /// Nil for a file that is not here.
    func owner(of file: String) -> String? { owners[file] ?? alone.first { $0.file == file }?.name }

    /// In the order of their numbers.
    func files(of name: String) -> [String] {
        let own = owners.filter { $0.value == name }.map(\.key) + alone.filter { $0.name == name }.map(\.file)
        return own.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// Files that are called like a recording, the first file and others of its kind: as good a guess as can be had without a sidecar.
    static func likely(_ name: String, among files: Set<String>) -> [String] {
        // A name that is a whole file name means that file.
        if files.contains(name) { return [name] }
        let own = files.filter { Recording.ending(of: $0, name: name) != nil }
        guard let first = own.filter({ Library.baseName(ofPath: $0) == name }).min(by: { Library.rank($0) < Library.rank($1) })
        else { return [] }
        let kind = Library.splitName(first).fileExtension
        return own.filter { Library.splitName($0).fileExtension == kind }.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }
}

extension Library {
    /// Blocks; looks at the folder, and reads what could have to do with that name.
    func ownership(of name: String) throws(StorageError) -> Ownership {
        let root = FolderScan.root(of: "\(name).json")
        let files = try Folder.names(in: folder, hidden: true).filter { file in
            (file.hasPrefix(root) || file.hasPrefix(".\(root)") && file.hasSuffix(TakeJournal.ending))
                && FileName(text: FolderScan.root(of: file)) == FileName(text: root)
        }
        return Ownership(self, files)
    }

    /// Files of a take that runs or was left open; by name where its journal was lost.
    func journalledFiles(of name: String, among files: Set<String>) -> [String] {
        do throws(RecordingError) {
            let file = try JournalEntry(parsing: journalText(TakeJournal.fileName(name))).segment.file
            return files.contains(file) ? [file] : []
        } catch {
            return files.filter { Recording.ending(of: $0, name: name) != nil }
        }
    }
}
