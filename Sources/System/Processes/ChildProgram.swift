// Start of other programs. Any thread; the one place that calls posix_spawn.
internal import CLinux
internal import Glibc

/// A program to start as a child process, from a list of arguments: no shell reads them.
///
/// The child gets its three standard streams and no other descriptor: a socket or a JACK descriptor that it kept would keep a
/// server busy with a client that is gone. No signal is blocked or ignored in it.
public struct ChildProgram: Sendable {
    /// One of the three standard streams of the child.
    public enum Stream: Sendable {
        /// The stream of this process.
        case same
        /// /dev/null.
        case nothing
        /// No stream: writing to it fails.
        case closed
        /// An open descriptor of this process.
        case descriptor(Int32)
        /// A file that is written at its end; made where it is missing, for its user alone.
        case file(String)
    }

    /// Process group of the child.
    public enum Group: Sendable {
        /// The group of this process: Ctrl-C reaches both.
        case same
        /// A group of its own, with the child's number.
        case own
        /// A session of its own, without a terminal.
        case session
    }

    /// Path of the program.
    public var path: String
    /// All arguments; the first one is the program's name for itself.
    public var arguments: [String]
    /// The whole environment, as `NAME=value`.
    public var environment: [String]
    /// Standard input.
    public var input = Stream.same
    /// Standard output.
    public var output = Stream.same
    /// Standard error; nil for the stream of standard output.
    public var errors: Stream?
    /// Process group.
    public var group = Group.same

    /// Describes a program with the path as its own name.
    public init(_ path: String, _ words: [String], environment: [String]) {
        self.path = path
        arguments = [path] + words
        self.environment = environment
    }

    /// Starts the program and gives its process number. The caller waits for it later, by `ChildProgram.ended` or `wait`.
    public func start() throws(SystemError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var (none, all) = (sigset_t(), sigset_t())
        var child: pid_t = 0
        try unsafe check("posix_spawn_file_actions_init", posix_spawn_file_actions_init(&actions))
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        try unsafe check("posix_spawnattr_init", posix_spawnattr_init(&attributes))
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        _ = unsafe sigemptyset(&none)
        _ = unsafe sigfillset(&all)
        try unsafe connect(input, to: STDIN_FILENO, &actions)
        try unsafe connect(output, to: STDOUT_FILENO, &actions)
        try unsafe connect(errors ?? .descriptor(STDOUT_FILENO), to: STDERR_FILENO, &actions)
        // However a descriptor was opened, and whatever thread opened it just now.
        try unsafe check("closefrom", posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1))
        try unsafe check("posix_spawnattr_setsigmask", posix_spawnattr_setsigmask(&attributes, &none))
        try unsafe check("posix_spawnattr_setsigdefault", posix_spawnattr_setsigdefault(&attributes, &all))
        try unsafe check("posix_spawnattr_setpgroup", posix_spawnattr_setpgroup(&attributes, 0))
        try unsafe check("posix_spawnattr_setflags", posix_spawnattr_setflags(&attributes, flags))
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        try unsafe check("posix_spawn", posix_spawn(&child, path, &actions, &attributes, &words, &variables))
        return child
    }

    private var flags: Int16 {
        let signals = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        return switch group {
        case .same: Int16(signals)
        case .own: Int16(signals | POSIX_SPAWN_SETPGROUP)
        // POSIX_SPAWN_SETSID, which the header gives to GNU programs only.
        case .session: Int16(signals | 0x80)
        }
    }

    private func connect(
        _ stream: Stream, to number: Int32, _ actions: inout posix_spawn_file_actions_t
    ) throws(SystemError) {
        switch stream {
        case .same: break
        case .nothing:
            let code = unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            try check("posix_spawn_file_actions_addopen", code)
        case .closed:
            let code = unsafe posix_spawn_file_actions_addclose(&actions, number)
            try check("posix_spawn_file_actions_addclose", code)
        case .descriptor(let descriptor):
            let code = unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            try check("posix_spawn_file_actions_adddup2", code)
        case .file(let file):
            let flags = O_WRONLY | O_CREAT | O_APPEND
            let code = unsafe posix_spawn_file_actions_addopen(&actions, number, file, flags, 0o600)
            try check("posix_spawn_file_actions_addopen", code)
        }
    }

    private func check(_ call: String, _ code: Int32) throws(SystemError) {
        guard code == 0 else { throw SystemError(call, path, code: code) }
    }
}
