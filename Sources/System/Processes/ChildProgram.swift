// Starts other programs; the only file that calls posix_spawn. Any thread; a value.
internal import CLinux
internal import Glibc

/// A program to start as a child process, from a list of arguments without a shell.
///
/// The child inherits only its three standard streams and the files that its arguments name by `File.path(of:)`, alone or behind
/// `file:`: with a socket or a descriptor of JACK in it, a server would wait for a client that has ended. No signal is blocked or
/// ignored in the child, and it has no realtime priority.
///
/// The child opens such a file by a descriptor of its own. A path through the descriptors of this process is refused to a program
/// that may not trace it, as when this one has file capabilities.
public struct ChildProgram: Sendable {
    /// One of the three standard streams of the child.
    public enum Stream: Sendable {
        /// The same stream as in this process.
        case same
        /// /dev/null: reads nothing, discards everything.
        case nothing
        /// No stream: reading and writing fail.
        case closed
        /// An open descriptor of this process.
        case descriptor(Int32)
        /// A file to append to. A missing file is made with mode 0600.
        case file(String)
    }

    /// Process group of the child.
    public enum Group: Sendable {
        /// The group of this process: Ctrl-C reaches both.
        case same
        /// A group of its own, whose number is the process id of the child.
        case own
        /// A session and a group of its own, without a controlling terminal.
        case session
    }

    /// Path of the program. PATH is not searched.
    public var path: String
    /// All arguments; the first one is the name of the program.
    public var arguments: [String]
    /// The whole environment, as `NAME=value`.
    public var environment: [String]
    /// Standard input.
    public var input = Stream.same
    /// Standard output.
    public var output = Stream.same
    /// Standard error; nil for the same stream as standard output.
    public var errors: Stream?
    /// Process group.
    public var group = Group.same

    /// Describes a program. `words` are the arguments after its name, for which the path is used.
    public init(_ path: String, _ words: [String], environment: [String]) {
        self.path = path
        arguments = [path] + words
        self.environment = environment
    }

    /// Starts the program and returns its process id. The caller waits for its end by a function of `ProcessEnd`.
    ///
    /// Throws `missing` or `noPermission` if the program cannot be executed, and any error of its streams.
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
        try unsafe connect(errors ?? sharedOutput, to: STDERR_FILENO, &actions)
        let given = try files()
        defer { given.copies.forEach(File.close) }
        for (number, copy) in zip(Self.firstFile..., given.copies) {
            try unsafe check("posix_spawn_file_actions_adddup2", posix_spawn_file_actions_adddup2(&actions, copy, number))
        }
        // Closes also descriptors that another thread opens meanwhile, and those without O_CLOEXEC.
        let rest = Self.firstFile + Int32(given.copies.count)
        try unsafe check("closefrom", posix_spawn_file_actions_addclosefrom_np(&actions, rest))
        try unsafe check("posix_spawnattr_setsigmask", posix_spawnattr_setsigmask(&attributes, &none))
        try unsafe check("posix_spawnattr_setsigdefault", posix_spawnattr_setsigdefault(&attributes, &all))
        try unsafe check("posix_spawnattr_setpgroup", posix_spawnattr_setpgroup(&attributes, 0))
        // A thread with realtime priority must not pass it on: a child that hangs would hold the machine up. A low priority is kept:
        // a program without privileges may not give it up, and no child would start.
        let isRealtime = [SCHED_FIFO, SCHED_RR].contains(sched_getscheduler(0) & 0xff)
        var parameters = sched_param()
        try unsafe check("posix_spawnattr_setschedpolicy", posix_spawnattr_setschedpolicy(&attributes, SCHED_OTHER))
        try unsafe check("posix_spawnattr_setschedparam", posix_spawnattr_setschedparam(&attributes, &parameters))
        try unsafe check("posix_spawnattr_setflags", posix_spawnattr_setflags(&attributes, flags(isRealtime: isRealtime)))
        var words = unsafe given.words.map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        try unsafe check("posix_spawn", posix_spawn(&child, path, &actions, &attributes, &words, &variables))
        return child
    }

    /// First descriptor of the child behind its standard streams.
    private static let firstFile = STDERR_FILENO + 1

    /// The arguments with the files that they name as the child has them, and copies of the descriptors of these files. The
    /// caller closes the copies: their numbers are above all that the child gets, so none is replaced before it is passed on.
    private func files() throws(SystemError) -> (words: [String], copies: [Int32]) {
        var words = arguments
        var files: [Int32] = []
        for index in words.indices {
            let beginning = words[index].hasPrefix("file:") ? "file:" : ""
            guard let file = File.descriptor(at: words[index].dropFirst(beginning.count)) else { continue }
            let place = files.firstIndex(of: file) ?? files.count
            if place == files.count { files.append(file) }
            words[index] = "\(beginning)/dev/fd/\(Self.firstFile + Int32(place))"
        }
        var copies: [Int32] = []
        do throws(SystemError) {
            for file in files { copies.append(try File.duplicate(file, from: Self.firstFile + Int32(files.count))) }
        } catch {
            copies.forEach(File.close)
            throw error
        }
        return (words, copies)
    }

    /// Standard output once it is connected, for standard error. A closed one cannot be duplicated.
    private var sharedOutput: Stream {
        if case .closed = output { .closed } else { .descriptor(STDOUT_FILENO) }
    }

    private func flags(isRealtime: Bool) -> Int16 {
        let signals = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (isRealtime ? POSIX_SPAWN_SETSCHEDULER : 0)
        return switch group {
        case .same: Int16(signals)
        case .own: Int16(signals | POSIX_SPAWN_SETPGROUP)
        // 0x80 is POSIX_SPAWN_SETSID: the header hides it behind _GNU_SOURCE.
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
