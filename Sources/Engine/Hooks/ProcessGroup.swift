// Start of the user's programs: hooks and the session's terminal. Any thread but JACK's; one owner at a time.
internal import CLinux
internal import Glibc

/// Starts a program in a process group of its own. The program inherits no socket, audio or signal mask of the engine, and all
/// signals have their default effect in it.
enum ProcessGroup {
    /// Starts `program` with the arguments `words`, and gives its process ID, which is also the number of the group. Each pair
    /// of `descriptors` puts a descriptor of the engine in the place of one of the program's first three. Throws
    /// `EngineError.system`.
    static func start(
        _ program: String, _ words: [String], _ environment: [String], descriptors: [(from: Int32, to: Int32)] = []
    ) throws(EngineError) -> pid_t {
        func checked(_ call: String, _ code: Int32) throws(EngineError) {
            guard code == 0 else { throw .system(call: call, code: code) }
        }
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var (none, all) = (sigset_t(), sigset_t())
        var pid: pid_t = 0
        try unsafe checked("posix_spawn_file_actions_init", posix_spawn_file_actions_init(&actions))
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        try unsafe checked("posix_spawnattr_init", posix_spawnattr_init(&attributes))
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        _ = unsafe sigemptyset(&none)
        _ = unsafe sigfillset(&all)
        for (from, to) in descriptors {
            try unsafe checked("posix_spawn_file_actions_adddup2", posix_spawn_file_actions_adddup2(&actions, from, to))
        }
        try unsafe checked("closefrom", posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1))
        try unsafe checked("posix_spawnattr_setsigmask", posix_spawnattr_setsigmask(&attributes, &none))
        try unsafe checked("posix_spawnattr_setsigdefault", posix_spawnattr_setsigdefault(&attributes, &all))
        try unsafe checked("posix_spawnattr_setpgroup", posix_spawnattr_setpgroup(&attributes, 0))
        let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP)
        try unsafe checked("posix_spawnattr_setflags", posix_spawnattr_setflags(&attributes, flags))
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        try unsafe checked("posix_spawn", posix_spawn(&pid, program, &actions, &attributes, &arguments, &variables))
        return pid
    }

    /// The engine's own environment, each entry as `NAME=value`.
    static var environment: [String] {
        var all: [String] = []
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            unsafe all.append(String(cString: variable))
            unsafe next += 1
        }
        return all
    }
}
