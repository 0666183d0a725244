// Environment, user and process id of this process. Any thread, while no thread calls `setVariable`.
internal import CLinux
internal import Glibc

/// Properties of this process and of its machine.
public enum ThisProcess {
    /// Process id.
    public static var identifier: Int32 { getpid() }
    /// Number of the user whose rights the process has (the effective user).
    public static var user: UInt32 { geteuid() }

    /// Value of an environment variable, which may be empty; nil if it is not set.
    public static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// All environment variables, as `NAME=value`.
    public static var environment: [String] {
        var all: [String] = []
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            unsafe all.append(String(cString: variable))
            unsafe next += 1
        }
        return all
    }

    /// Home folder from the account of the real user, whatever `$HOME` says; nil if there is no account or it cannot be read.
    /// May block on the network if accounts are kept there.
    public static var accountHome: String? {
        unsafe account { account in unsafe account.pw_dir.map { unsafe String(cString: $0) } }
    }

    /// Login name of the real user from the account; nil if there is no account or it cannot be read. May block on the network if
    /// accounts are kept there.
    static var accountLogin: String? {
        unsafe account { account in unsafe account.pw_name.map { unsafe String(cString: $0) } }
    }

    /// Full name of the real user from the account, else the login name; nil if there is no account or it cannot be read. May
    /// block on the network if accounts are kept there.
    public static var accountName: String? {
        unsafe account { account in
            // The field has more after a comma: room and telephone numbers.
            let full = unsafe account.pw_gecos.map { unsafe String(cString: $0) } ?? ""
            let name = full.prefix { $0 != "," }
            if !name.isEmpty { return String(name) }
            return unsafe account.pw_name.map { unsafe String(cString: $0) }
        }
    }

    /// Gives a value of the real user's account.
    @unsafe private static func account(_ value: (passwd) -> String?) -> String? {
        // The C library suggests 1024 bytes (sysconf). An account that needs more than 4096 gets a larger buffer.
        var room = 4096
        while room <= 1 << 20 {
            var result: String?
            let code = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
                guard let start = buffer.baseAddress else { return ERANGE }
                var account = unsafe passwd()
                var found: UnsafeMutablePointer<passwd>?
                let code = unsafe getpwuid_r(getuid(), &account, start, buffer.count, &found)
                if unsafe code == 0 && found != nil { result = unsafe value(account) }
                return code
            }
            guard code == ERANGE || code == EINTR else { return result }
            if code == ERANGE { room *= 4 }
        }
        return nil
    }

    /// Absolute path of the working folder; nil if it was removed.
    public static var folder: String? {
        guard let path = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// True if a descriptor is a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// True unless the process is a background job of a shell on this terminal: the system would stop such a job at its first read.
    public static func isInForeground(of descriptor: Int32) -> Bool {
        let group = tcgetpgrp(descriptor)
        // Negative for a terminal of another session, which stops nobody.
        return group < 0 || group == getpgrp()
    }

    /// Sleeps for 0 to 4,294,967 milliseconds. A signal handler ends the sleep early.
    public static func sleep(milliseconds: Int) { _ = usleep(UInt32(milliseconds) * 1000) }

    /// Size of a memory page in bytes.
    public static var pageSize: Int { sysconf(Int32(_SC_PAGESIZE)) }
    /// Count of the processors that are online.
    public static var processors: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

    /// Bytes of the machine's memory.
    public static var memoryBytes: Int { sysconf(Int32(_SC_PHYS_PAGES)) * pageSize }

    /// Path of the running program; nil if it cannot be found out.
    public static var program: String? { File.linkText("/proc/self/exe") }

    /// Ends this process with an exit code, after the exit handlers of its libraries.
    public static func end(_ code: Int32) -> Never { exit(code) }

    /// Replaces this program by another one, which keeps the process id, the environment and the standard streams. `words` are all
    /// arguments; the first one is the name of the program. Returns only by an error. Only before any other thread is started.
    public static func replace(by path: String, _ words: [String]) throws(SystemError) {
        var list = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe list.forEach { unsafe free($0) } }
        _ = unsafe execv(path, &list)
        throw .last("execv", path)
    }

    /// Sets an environment variable, for child programs and libraries. Only before any other thread is started.
    public static func setVariable(_ name: String, _ value: String) throws(SystemError) {
        guard unsafe setenv(name, value, 1) == 0 else { throw .last("setenv", name) }
    }

    /// Removes an environment variable. Only before any other thread is started.
    public static func removeVariable(_ name: String) throws(SystemError) {
        guard unsafe unsetenv(name) == 0 else { throw .last("unsetenv", name) }
    }

    /// Opens /dev/null for each standard stream that is closed. Only before any other thread is started.
    ///
    /// The next open file or socket would otherwise become that stream, and text for a terminal would go into it.
    public static func occupyStandardStreams(_ access: File.Access) {
        for stream in 0...2 where !File.isOpen(Int32(stream)) { _ = try? File.open("/dev/null", access) }
    }
}
