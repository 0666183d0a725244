// Decides which recording each file belongs to. One owner at a time; making it blocks on the disk.
import Dictation

/// The recordings that own files whose names share a beginning. No other code decides this.
///
/// A sidecar owns the files that it names and that bear its name; of two sidecars with one file, the shorter name wins. Files
/// of a running or interrupted take belong to its recording. An unreadable sidecar owns remaining files by their names. Every
/// other audio file is a recording of its own, whatever its name: without a sidecar `t~2.wav` is no part of `t`.
struct Ownership {
    /// Recordings with a readable sidecar.
    private(set) var described: [Recording] = []
    /// Unreadable sidecars, with the reason.
    private(set) var unread: [(name: String, error: StorageError)] = []
    /// Audio files that are recordings of their own, with the recordings' names.
    private(set) var alone: [(name: String, file: String)] = []
    /// Files that several sidecars name; they must not be moved or deleted.
    private(set) var shared: Set<String> = []
    private var owners: [String: String] = [:]

    /// Reads the sidecars and journals among the files. Blocks.
    init(_ library: Library, _ files: [String]) {
        let present = Set(files)
        var free = present.filter(Library.isAudio)
        var named: [String: Int] = [:]
        let sidecars = files.compactMap(Library.nameOfSidecar)
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
        // A sidecar that is lost has a second copy, which knows the files of its recording.
        for base in Set(free.map { Library.splitName($0).base }).sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
            guard !present.contains("\(base).json"), let recording = library.copiedRecording(base, isDamaged: false) else {
                continue
            }
            described.append(recording)
            for file in Set(recording.segments.map(\.file)) where free.contains(file) {
                guard Recording.ending(of: file, name: base) != nil else { continue }
                owners[file] = base
                free.remove(file)
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

    /// Assigns files to a recording with a sidecar; without one each file is a recording of its own.
    private mutating func take(_ files: [String], _ name: String, _ free: inout Set<String>) {
        guard described.contains(where: { $0.name == name }) || unread.contains(where: { $0.name == name }) else { return }
        for file in files {
            owners[file] = name
            free.remove(file)
        }
    }

    /// True when there is a recording of that name.
    func has(_ name: String) -> Bool {
        described.contains { $0.name == name } || unread.contains { $0.name == name } || alone.contains { $0.name == name }
    }

    /// Name of the recording that owns a file; nil for an unknown file.
    func owner(of file: String) -> String? { owners[file] ?? alone.first { $0.file == file }?.name }

    /// Files of a recording, in the order of their numbers.
    func files(of name: String) -> [String] {
        let own = owners.filter { $0.value == name }.map(\.key) + alone.filter { $0.name == name }.map(\.file)
        return own.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// Files that bear a recording's name and have the type of its first file: the best guess without a sidecar.
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
    /// Finds the owners of all files that could belong to a recording of that name. Blocks.
    func ownership(of name: String) throws(StorageError) -> Ownership {
        Ownership(self, try names(root: FolderScan.root(of: "\(name).json")))
    }

    /// Files of a take that runs or was left open; guessed by name when its journal is lost. Blocks.
    func journalledFiles(of name: String, among files: Set<String>) -> [String] {
        do throws(RecordingError) {
            let file = try JournalEntry(parsing: journalText(TakeJournal.fileName(name))).segment.file
            return files.contains(file) ? [file] : []
        } catch {
            return files.filter { Recording.ending(of: $0, name: name) != nil }
        }
    }
}
