// Environment, user and number of this process. Any thread, as long as none changes the environment.
internal import CLinux
internal import Glibc

/// This process, as others see it.
public enum ThisProcess {
    /// Number of the process.
    public static var identifier: Int32 { getpid() }
    /// Number of the user whose rights it has.
    public static var user: UInt32 { geteuid() }

    /// The value of an environment variable, empty or not; nil where it is not set.
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

    /// The home of the user's account, without regard to the environment.
    public static var accountHome: String? {
        guard let account = unsafe getpwuid(getuid()), let home = unsafe account.pointee.pw_dir else { return nil }
        return unsafe String(cString: home)
    }

    /// The working folder.
    public static var folder: String? {
        guard let path = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// True where a descriptor is a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Sleeps for so many milliseconds; a signal ends it sooner.
    public static func sleep(milliseconds: Int) { _ = usleep(UInt32(milliseconds) * 1000) }

    /// Bytes in a page of memory.
    public static var pageSize: Int { sysconf(Int32(_SC_PAGESIZE)) }
    /// Processors that can be used now.
    public static var processors: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

    /// Ends this process.
    public static func end(_ code: Int32) -> Never { exit(code) }

    /// Sets an environment variable, for programs that are started later and for libraries. No other thread may run yet.
    public static func setVariable(_ name: String, _ value: String) throws(SystemError) {
        guard unsafe setenv(name, value, 1) == 0 else { throw .last("setenv", name) }
    }

    /// Opens /dev/null in place of each standard stream that is closed: otherwise the next descriptor would take its place, and
    /// text meant for a terminal go into a recording or down a socket.
    public static func occupyStandardStreams(_ access: File.Access) {
        for stream in 0...2 where !File.isOpen(Int32(stream)) { _ = try? File.open("/dev/null", access) }
    }
}
