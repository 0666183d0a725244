// Checks of the library, its disk and its index. Threads of the doctor; they block on the disk.
import Dictation
import Messages
import Storage
import System

extension Check {
    /// Bytes a second of a take in the largest usual format: stereo, float, 48 kHz.
    private static let bytesASecond = 384_000.0
    /// Kinds of file systems on which takes need care, by their magic numbers.
    private static let kinds: [UInt32: (name: String, words: String)] = [
        0x6969: ("NFS", tr("the network can hold takes up")), 0xFF53_4D42: ("CIFS", tr("the network can hold takes up")),
        0xFE53_4D42: ("SMB", tr("the network can hold takes up")),
        0x4D44: ("FAT", tr("files end at 4 GB, and a crash can damage it")),
        0x0102_1994: ("tmpfs", tr("it is memory: a restart of the machine empties it")),
    ]

    @Sendable static func library(_ patient: Patient) -> [Finding] {
        guard let folder = patient.library else {
            return [
                .problem(tr("the folder of the recordings is not known"), tr("correct the settings: dictad --check-settings"))
            ]
        }
        // The folder of a library on a disk is missing while the disk is away.
        do throws(StorageError) { try LibraryDisk.check(folder, mayWrite: false) } catch {
            return [.problem(error.description, nil)]
        }
        guard File.exists(folder) else {
            // An engine has made or found its library, and makes none in its place.
            guard patient.text("library") == nil else {
                return [
                    .problem(
                        tr("the folder \(folder), the library of the running engine, is gone"),
                        tr("move it back, or take another: 'dicta set library DIR', then 'dicta quit' and 'dicta start'"))
                ]
            }
            return [
                .note(
                    tr("the folder \(folder) does not exist yet"),
                    tr("the first take makes it; 'dicta set library DIR' takes another"))
            ]
        }
        let library: Library
        do throws(StorageError) {
            library = try Library(folder: folder, mayWrite: true)
        } catch {
            return [.problem(error.description, nil)]
        }
        var all: [Finding] = []
        let names = (try? File.names(in: library.folder) { _ in true }) ?? []
        let takes = names.filter { $0.hasBytes(first: ".") && $0.hasBytes(last: ".take") }.map {
            $0.droppingBytes(first: 1).droppingBytes(last: 5)
        }
        let open = takes.filter { (try? library.openness($0)) == .leftOpen }
        if !open.isEmpty {
            let count = open.count
            let words =
                count == 1
                ? tr("a take was left open")
                : tr(count, "\(count) take was left open", "\(count) takes were left open")
            let line = patient.line("recover")
            all.append(.note(words, tr("\(line), or start an engine")))
        }
        let aside = "\(library.folder)/_Corrupted"
        if let files = try? File.names(in: aside, where: { $0 != UInt8(ascii: ".") }), !files.isEmpty {
            let line = patient.line("quarantine")
            all.append(.note(tr("\(aside) has unreadable files"), tr("\(line) lists them with the reasons")))
        }
        if let kind = FileSystem.kind(of: library.folder).flatMap({ kinds[$0] }) {
            all.append(
                .note(tr("\(library.folder) is on \(kind.name): \(kind.words)"), tr("take a folder on a disk of this machine")))
        }
        return all.isEmpty ? [.ok(tr("\(library.folder) can be written"))] : all
    }

    @Sendable static func disk(_ patient: Patient) -> [Finding] {
        guard let folder = patient.library, File.exists(folder) else { return [] }
        let space: DiskSpace
        do throws(StorageError) {
            try LibraryDisk.check(folder, mayWrite: false)
            space = try DiskSpace.at(folder)
        } catch .diskAway {
            // The check of the library tells it. The disk below it is another one.
            return []
        } catch {
            return [.problem(error.description, nil)]
        }
        let seconds = space.secondsLeft(bytesPerSecond: bytesASecond, reserve: patient.settings?.reserve ?? 0)
        let (free, length) = (Wording.size(Double(space.available)), TimeSpan.length(seconds))
        let words = tr("\(free) free, \(length) of recording")
        let cure = tr("free some space, or take another disk: dicta set library DIR")
        return [seconds < 300 ? .problem(words, cure) : seconds < 3600 ? .note(words, cure) : .ok(words)]
    }

    @Sendable static func index(_ patient: Patient) -> [Finding] {
        guard let caches = UserFolders.caches({ patient.environment[$0] }) else {
            return [.problem(tr("there is no place for the index of recordings"), tr("set HOME or XDG_CACHE_HOME"))]
        }
        let folder = "\(caches)/dicta"
        guard File.exists(folder) else { return [.ok(tr("the first list of recordings makes it in \(folder)"))] }
        do throws(SystemError) { try File.checkWritable(folder) } catch {
            return [
                .problem(tr("the folder of the index cannot be written: \(error)"), tr("change its permissions, or remove it"))
            ]
        }
        return [.ok(tr("\(folder) can be written"))]
    }
}
