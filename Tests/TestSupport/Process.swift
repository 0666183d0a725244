// Runs a program for a test; its output goes to files. One thread at a time.
import CLinux
import Glibc
import System

/// A running program. It ends with this object at the latest, and with the tests in any case (`Lifeline`).
public final class Process {
    /// Process id.
    public let pid: Int32
    private let folder: TempFolder
    private var isWaitedFor = false

    /// Starts `program` (a path) with empty standard input. Nil when it cannot be started.
    public init?(_ program: String, _ words: [String], environment: [String: String] = [:], closeOutput: Bool = false) {
        folder = TempFolder()
        // Without a home of their own, programs would use that of the account.
        var standard = [
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "TMPDIR": folder.path, "HOME": folder.path,
            Lifeline.variable: Lifeline.mark,
        ]
        // A program built with a sanitizer, or one that counts its lines, takes its options from here, as the tests themselves do.
        for name in ["ASAN_OPTIONS", "LLVM_PROFILE_FILE"] { standard[name] = ThisProcess.variable(name) }
        let all = standard.merging(environment) { $1 }
        var child = ChildProgram(program, words, environment: all.map { "\($0)=\($1)" })
        child.input = .nothing
        child.output = closeOutput ? .closed : .file(folder.file("output"))
        child.errors = .file(folder.file("errors"))
        guard let pid = try? child.start() else { return nil }
        self.pid = pid
    }

    /// Kills the program if no caller has waited for its end: the set-up of a test can fail half way.
    deinit {
        guard !isWaitedFor else { return }
        _ = kill(pid, SIGKILL)
        _ = wait()
    }

    /// True when it has ended by itself; `finish` then returns at once.
    public var hasEnded: Bool {
        guard let status = Files.read("/proc/\(pid)/stat"), let bracket = status.lastIndex(of: ")") else { return true }
        return status[bracket...].hasPrefix(") Z")
    }

    /// Waits up to `seconds` for the end, of which the kernel tells at once; true if it has come. `finish` then returns at once.
    @discardableResult
    public func hasEnded(within seconds: Double) -> Bool {
        // Only a process whose result is taken has no descriptor.
        ProcessWatch(pid)?.hasEnded(within: Int32(seconds * 1000)) ?? true
    }

    /// Ends the program by a signal, and by SIGKILL where that takes longer than `seconds`.
    @discardableResult
    public func end(by signal: Int32, within seconds: Double) -> Finished {
        _ = kill(pid, signal)
        if !hasEnded(within: seconds) { _ = kill(pid, SIGKILL) }
        return finish()
    }

    /// Standard output so far.
    public var saidSoFar: String { Files.read(folder.file("output")) ?? "" }

    /// Standard error so far.
    public var errorsSoFar: String { Files.read(folder.file("errors")) ?? "" }

    /// Result of the program, once it has ended; may be read more than once.
    public var ending: Finished? {
        var info = unsafe siginfo_t()
        guard hasEnded, unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return nil }
        let status = unsafe info._sifields._sigchld.si_status
        return unsafe finished(info.si_code == CLD_EXITED ? status : -status)
    }

    /// Waits for the end and returns the result.
    public func finish() -> Finished {
        let status = wait()
        return finished(status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f))
    }

    private func wait() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        isWaitedFor = true
        return status
    }

    private func finished(_ code: Int32) -> Finished {
        Finished(code: code, output: Files.read(folder.file("output")) ?? "", errors: Files.read(folder.file("errors")) ?? "")
    }

    /// Runs a program to its end; code 127 when it cannot be started.
    public static func run(
        _ program: String, _ words: [String], environment: [String: String] = [:], closeOutput: Bool = false
    ) -> Finished {
        Process(program, words, environment: environment, closeOutput: closeOutput)?.finish()
            ?? Finished(code: 127, output: "", errors: "cannot start \(program)")
    }

    /// Runs a Python program with Debian's own interpreter, which has liblo.
    public static func python(_ text: String, _ words: [String], environment: [String: String] = [:]) -> Finished {
        run("/usr/bin/python3", ["-c", text] + words, environment: environment)
    }
}
