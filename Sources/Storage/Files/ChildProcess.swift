// Starts and ends child processes. One owner at a time.
import Glibc

/// A child process, started from a list of arguments without a shell.
///
/// The child inherits nothing but its two outputs: no descriptors of audio or sockets, and no blocked signals.
final class ChildProcess {
    /// Descriptor that reads the child's standard output; -1 once the child has closed it.
    private(set) var output: Int32 = -1
    /// Descriptor that reads the child's standard error; -1 once the child has closed it.
    private(set) var errors: Int32 = -1
    private var pid: pid_t = 0

    /// Starts a program at low priority, so that recording always comes first. `environment` is the child's whole environment.
    init(_ program: String, _ words: [String], environment: [String]) throws(StorageError) {
        var ends: (output: Int32, errors: Int32) = (-1, -1)
        defer {
            // Only the child's ends; what was never opened says EBADF.
            _ = close(ends.output)
            _ = close(ends.errors)
        }
        do throws(StorageError) {
            (output, ends.output) = try Self.channel(for: program)
            (errors, ends.errors) = try Self.channel(for: program)
            pid = try Self.spawn(program, words, environment, outputs: ends)
        } catch {
            closeOutputs()
            throw error
        }
        // Refused only where it has ended already.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), 10)
    }

    deinit { kill() }

    /// Returns new standard output without waiting; nil after the child has closed it.
    func readOutput() -> [UInt8]? { Self.read(&output) }
    /// Returns new standard error without waiting; nil after the child has closed it.
    func readErrors() -> [UInt8]? { Self.read(&errors) }

    private static func read(_ side: inout Int32) -> [UInt8]? {
        guard side >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe recv(side, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        if count > 0 { return Array(bytes[..<count]) }
        if count < 0, errno == EAGAIN || errno == EINTR { return [] }
        _ = close(side)
        side = -1
        return nil
    }

    /// Waits for the end of the child. Returns its exit code, or its signal as a negative number.
    func finish() -> Int32 {
        guard pid > 0 else { return 0 }
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        pid = 0
        // C's macros, which Swift cannot see: the low seven bits are the signal, the next byte the exit code.
        return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
    }

    /// Kills the child if it has not ended. Waits up to 200 ms: a child that hangs in a frozen disk ends when the disk lets it.
    func kill() {
        closeOutputs()
        guard pid > 0 else { return }
        // It cannot be gone: nobody has waited for it yet.
        _ = Glibc.kill(pid, SIGKILL)
        for _ in 0..<100 {
            guard waitpid(pid, nil, WNOHANG) == 0 else { break }
            _ = usleep(2000)
        }
        pid = 0
    }

    private func closeOutputs() {
        // Only read from: a close that fails loses nothing.
        if output >= 0 { _ = close(output) }
        if errors >= 0 { _ = close(errors) }
        (output, errors) = (-1, -1)
    }

    /// Makes a pair of sockets. Unlike a pipe it can be made close-on-exec in one step with portable calls.
    private static func channel(for program: String) throws(StorageError) -> (ours: Int32, theirs: Int32) {
        var pair: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw StorageError(code: errno, operation: "talk to", path: program)
        }
        return (pair[0], pair[1])
    }

    private static func spawn(
        _ program: String, _ words: [String], _ environment: [String], outputs: (output: Int32, errors: Int32)
    ) throws(StorageError) -> pid_t {
        func checked(_ code: Int32) throws(StorageError) {
            guard code == 0 else { throw StorageError(code: code, operation: "start", path: program) }
        }
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var none = sigset_t()
        var all = sigset_t()
        var pid: pid_t = 0
        try unsafe checked(posix_spawn_file_actions_init(&actions))
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        try unsafe checked(posix_spawnattr_init(&attributes))
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        _ = unsafe sigemptyset(&none)
        _ = unsafe sigfillset(&all)
        try unsafe checked(posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0))
        try unsafe checked(posix_spawn_file_actions_adddup2(&actions, outputs.output, STDOUT_FILENO))
        try unsafe checked(posix_spawn_file_actions_adddup2(&actions, outputs.errors, STDERR_FILENO))
        // libjack's sockets are handed down by themselves, and would keep a server busy with a client that is gone.
        for descriptor in openDescriptors { try unsafe checked(posix_spawn_file_actions_addclose(&actions, descriptor)) }
        try unsafe checked(posix_spawnattr_setsigmask(&attributes, &none))
        try unsafe checked(posix_spawnattr_setsigdefault(&attributes, &all))
        try unsafe checked(posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))
        var arguments = unsafe ([program] + words).map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        try unsafe checked(posix_spawn(&pid, program, &actions, &attributes, &arguments, &variables))
        return pid
    }

    /// Descriptors of this process above standard error. Closing one that is gone in the meantime is harmless.
    private static var openDescriptors: [Int32] {
        guard let stream = unsafe opendir("/proc/self/fd") else { return [] }
        // Only read from.
        defer { _ = unsafe closedir(stream) }
        var found: [Int32] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if let number = Int32(name), number > STDERR_FILENO { found.append(number) }
        }
        return found
    }
}
