// Place of the user's caches. Any thread; reads the environment only.
import Glibc

/// The folder for data that can be made again, one for each user.
enum CacheFolder {
    /// Path of a cache: `$XDG_CACHE_HOME/dicta/PART`, else `~/.cache/dicta/PART`. Without HOME in the environment the home of
    /// the user's account counts, never the working folder, which may belong to anybody.
    static func path(_ part: String) -> String {
        if let caches = variable("XDG_CACHE_HOME"), caches.hasPrefix("/") { return "\(caches)/dicta/\(part)" }
        if let home = variable("HOME"), home.hasPrefix("/") { return "\(home)/.cache/dicta/\(part)" }
        if let account = unsafe getpwuid(getuid()), let home = unsafe account.pointee.pw_dir {
            return unsafe "\(String(cString: home))/.cache/dicta/\(part)"
        }
        return "/tmp/dicta-\(getuid())/\(part)"
    }

    /// Value of an environment variable; nil when it is missing or empty.
    static func variable(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        let value = unsafe String(cString: text)
        return value.isEmpty ? nil : value
    }
}
