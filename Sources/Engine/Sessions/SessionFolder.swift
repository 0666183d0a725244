// The folder of a session manager's project. One owner at a time; blocks on the disk.
internal import Dictation
internal import Messages
internal import Session
internal import Settings
internal import Storage
internal import System

/// The folder of a project. Its files always have the same names and nothing of the project lies elsewhere, so that a project
/// can be copied, renamed and archived as a whole.
struct SessionFolder: Sendable {
    /// Path of the folder.
    let path: String

    /// Folder of the project's library.
    var recordings: String { path + "/Recordings" }
    /// File of the project's settings.
    var settings: String { path + "/settings" }
    /// File of the session's state.
    var state: String { path + "/session.json" }

    /// The reason why a project must not be opened there: other users may write beside or in it. A manager that is none could
    /// have recordings made where others read and change them. Nil if there is none. Blocks on the disk.
    ///
    /// - Parameter group: the group that is this user's alone, which may write.
    static func objection(to path: String, group: UInt32? = ThisProcess.privateGroup) -> String? {
        var folder = path
        // The project need not be there yet, nor the folder of its session.
        while FileStatus.there(folder) == nil, folder != "/" { folder = File.parent(of: folder) }
        for place in folder == path ? [path, File.parent(of: path)] : [folder] {
            guard let status = FileStatus.there(place) else { continue }
            if status.owner != ThisProcess.user, status.owner != 0 {
                let owner = status.owner
                return tr("'\(place)' belongs to user \(owner): a project must lie in a folder of your own")
            }
            guard status.strangersMayWrite(group) else { continue }
            if FileSystem.kind(of: place).map(Self.withoutRights.contains) == true {
                return tr(
                    "other users may write in '\(place)', as everywhere on its disk, which keeps no rights: mount it with umask=022, or"
                        + " use another folder")
            }
            return tr("other users may write in '\(place)': take that right away (chmod go-w), or use another folder")
        }
        return nil
    }

    /// File systems whose files all have the rights that were given when they were mounted: FAT, exFAT, NTFS (also by FUSE), SMB.
    private static let withoutRights: Set<UInt32> = [
        0x4d44, 0x2011_bab0, 0x5346_544e, 0x7366_746e, 0x6573_5546, 0xff53_4d42, 0xfe53_4d42,
    ]

    /// Creates missing folders and files. A new project starts with a copy of the user's settings that belong to projects;
    /// later changes stay in the project. Throws `StorageError`.
    init(_ path: String, userSettings: String?) throws(StorageError) {
        self.path = path
        _ = try Library(folder: recordings)
        // A settings file that cannot be read is reported by `SettingsStore`, and does not keep recordings from being opened.
        do throws(StorageError) { guard try ConfigFile.read(settings) == nil else { return } } catch { return }
        let text = Self.firstSettings(userSettings)
        try ConfigFile.update(settings) { (there) throws(StorageError) in there ?? text }
    }

    /// Text of a new project's settings, with values from the user's file.
    private static func firstSettings(_ path: String?) -> String {
        var file = SettingsFile(path)
        file.read()
        var text = SettingsText(SettingsTable.projectTemplate)
        for setting in SettingsTable.all where setting.needs == .project {
            if let value = file.values[setting.key] { text.set(setting.key, to: SettingsTable.text(value, of: setting)) }
        }
        return text.text
    }

    /// The saved state; nil in a new project. A file that cannot be parsed is put aside, and `trouble` says so. Throws
    /// `StorageError`.
    func readState() throws(StorageError) -> (state: SessionState?, trouble: StoredText?) { try SessionState.read(state) }
}

extension FileStatus {
    /// State of a file; nil if it is missing or may not be reached.
    fileprivate static func there(_ path: String) -> FileStatus? { try? FileStatus(path) }

    /// True if users other than the owner may write there; `own` is a group of the user alone. In a folder with the sticky bit, each
    /// user has only their own files.
    fileprivate func strangersMayWrite(_ own: UInt32?) -> Bool {
        guard !isSticky else { return false }
        return permissions & 0o002 != 0 || permissions & 0o020 != 0 && group != own
    }
}
