// The files of the guide. Any thread; blocks on the disk.
internal import Dictation
public import Guide
internal import Messages
public import Storage
internal import System

/// The user's catalogue of prompts and questions, and the usage of prompts.
public enum GuideFiles {
    /// Path of the user's catalogue, `$XDG_CONFIG_HOME/dicta/prompts.ndjson`; nil without a home folder.
    public static var cataloguePath: String? { UserFolders.settings(ThisProcess.variable).map { $0 + "/dicta/prompts.ndjson" } }

    /// Path of the usage, `$XDG_STATE_HOME/dicta/prompts.json`; nil without a home folder.
    public static var usagePath: String? { UserFolders.state(ThisProcess.variable).map { $0 + "/dicta/prompts.json" } }

    /// The built-in catalogue with the user's one over it. Throws `StorageError` for a file that cannot be read.
    public static func catalogue() throws(StorageError) -> GuideCatalogue {
        guard let path = cataloguePath, let text = try ConfigFile.read(path) else { return GuideCatalogue() }
        return GuideCatalogue(user: Array(text.utf8))
    }

    /// The usage; that of a new user without a file. Throws `StorageError` for a file that cannot be read.
    public static func usage() throws(StorageError) -> GuideUsage {
        guard let path = usagePath, let text = try ConfigFile.read(path) else { return GuideUsage() }
        guard let usage = read(Array(text.utf8)) else {
            throw .refusedConfig(path: path, reason: tr("it is no usage of prompts, or one of a newer version"))
        }
        return usage
    }

    /// Applies changes to the usage as it is on the disk, in one synced step, and gives it. A damaged file is put aside, and
    /// `aside` is its new path. Without a home folder nothing is kept.
    public static func apply(_ changes: [GuideUsage.Change]) throws(StorageError) -> (usage: GuideUsage, aside: String?) {
        guard let path = usagePath else {
            var usage = GuideUsage()
            for change in changes { usage.apply(change) }
            return (usage, nil)
        }
        var usage = GuideUsage()
        var aside: String?
        try ConfigFile.updateBytes(path) { (bytes) throws(StorageError) in
            if let bytes {
                if let known = read(bytes) { usage = known } else { aside = try Library.putAside(path) }
            }
            for change in changes { usage.apply(change) }
            return usage.printed { Timestamp(seconds: $0).iso8601 }
        }
        return (usage, aside)
    }

    private static func read(_ bytes: [UInt8]) -> GuideUsage? {
        GuideUsage(parsing: bytes) { Timestamp(iso8601: $0)?.seconds }
    }
}
