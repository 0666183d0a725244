// Place of the user's caches. Any thread; reads the environment only.
import System

/// The folder for data that can be made again, one for each user.
enum CacheFolder {
    /// Path of a cache: `$XDG_CACHE_HOME/dicta/PART`, else `~/.cache/dicta/PART`. Without HOME in the environment the home of
    /// the user's account counts, never the working folder, which may belong to anybody.
    static func path(_ part: String) -> String {
        if let caches = UserFolders.caches(variable) { return "\(caches)/dicta/\(part)" }
        if let home = ThisProcess.accountHome { return "\(home)/.cache/dicta/\(part)" }
        return "/tmp/dicta-\(ThisProcess.user)/\(part)"
    }

    /// Value of an environment variable; nil when it is missing or empty.
    static func variable(_ name: String) -> String? {
        ThisProcess.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
