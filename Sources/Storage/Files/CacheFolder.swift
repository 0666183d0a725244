// Any thread; asks the environment only.
import Glibc

/// Where what can be made again is kept, for each user.
enum CacheFolder {
    /// `$XDG_CACHE_HOME/dicta/PART`, else in `~/.cache`. Without a home in the environment it is that of the user's account, and
    /// never the working folder, which may be anybody's.
    static func path(_ part: String) -> String {
        if let caches = variable("XDG_CACHE_HOME"), caches.hasPrefix("/") { return "\(caches)/dicta/\(part)" }
        if let home = variable("HOME"), home.hasPrefix("/") { return "\(home)/.cache/dicta/\(part)" }
        if let account = unsafe getpwuid(getuid()), let home = unsafe account.pointee.pw_dir {
            return unsafe "\(String(cString: home))/.cache/dicta/\(part)"
        }
        return "/tmp/dicta-\(getuid())/\(part)"
    }

    /// An empty one counts as none.
    static func variable(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        let value = unsafe String(cString: text)
        return value.isEmpty ? nil : value
    }
}
