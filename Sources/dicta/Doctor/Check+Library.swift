// Checks of the library, its disk and its index. Threads of the doctor; they block on the disk.
import Dictation
import Storage
import System

extension Check {
    /// Bytes a second of a take in the largest usual format: stereo, float, 48 kHz.
    private static let bytesASecond = 384_000.0
    /// Kinds of file systems on which takes need care, by their magic numbers.
    private static let kinds: [UInt32: (name: String, words: String)] = [
        0x6969: ("NFS", "the network can hold takes up"), 0xFF53_4D42: ("CIFS", "the network can hold takes up"),
        0xFE53_4D42: ("SMB", "the network can hold takes up"), 0x4D44: ("FAT", "files end at 4 GB, and a crash can damage it"),
        0x0102_1994: ("tmpfs", "it is memory: a restart of the machine empties it"),
    ]

    @Sendable static func library(_ patient: Patient) -> [Finding] {
        guard let folder = patient.library else {
            return [.problem("the folder of the recordings is not known", "correct the settings: dictad --check-settings")]
        }
        guard File.exists(folder) else {
            return [
                .note("the folder \(folder) does not exist yet", "the first take makes it; 'dicta set library DIR' takes another")
            ]
        }
        let library: Library
        do throws(StorageError) { library = try Library(folder: folder, mayWrite: true) } catch {
            return [.problem(error.description, nil)]
        }
        var all: [Finding] = []
        let names = (try? File.names(in: library.folder) { _ in true }) ?? []
        let takes = names.filter { $0.hasPrefix(".") && $0.hasSuffix(".take") }.map { String($0.dropFirst().dropLast(5)) }
        let open = takes.filter { (try? library.openness($0)) == .leftOpen }
        if !open.isEmpty {
            let count = open.count == 1 ? "a take was left open" : "\(open.count) takes were left open"
            all.append(.note("\(count) by an engine that died", "\(patient.line("recover")), or start an engine"))
        }
        let aside = "\(library.folder)/_Corrupted"
        if let files = try? File.names(in: aside, where: { $0 != UInt8(ascii: ".") }), !files.isEmpty {
            all.append(.note("\(aside) has unreadable files", "\(patient.line("quarantine")) lists them with the reasons"))
        }
        if let kind = FileSystem.kind(of: library.folder).flatMap({ kinds[$0] }) {
            all.append(.note("\(library.folder) is on \(kind.name): \(kind.words)", "take a folder on a disk of this machine"))
        }
        return all.isEmpty ? [.ok("\(library.folder) can be written")] : all
    }

    @Sendable static func disk(_ patient: Patient) -> [Finding] {
        guard let folder = patient.library, File.exists(folder) else { return [] }
        let space: DiskSpace
        do throws(StorageError) { space = try DiskSpace.at(folder) } catch { return [.problem(error.description, nil)] }
        let seconds = space.secondsLeft(bytesPerSecond: bytesASecond, reserve: patient.settings?.reserve ?? 0)
        let words = "\(Wording.size(Double(space.available))) free, \(TimeSpan.length(seconds)) of recording"
        let cure = "free some space, or take another disk: dicta set library DIR"
        return [seconds < 300 ? .problem(words, cure) : seconds < 3600 ? .note(words, cure) : .ok(words)]
    }

    @Sendable static func index(_ patient: Patient) -> [Finding] {
        guard let caches = UserFolders.caches({ patient.environment[$0] }) else {
            return [.problem("there is no place for the index of recordings", "set HOME or XDG_CACHE_HOME")]
        }
        let folder = "\(caches)/dicta"
        guard File.exists(folder) else { return [.ok("the first list of recordings makes it in \(folder)")] }
        do throws(SystemError) { try File.checkWritable(folder) } catch {
            return [.problem("the folder of the index cannot be written: \(error)", "change its permissions, or remove it")]
        }
        return [.ok("\(folder) can be written")]
    }
}
