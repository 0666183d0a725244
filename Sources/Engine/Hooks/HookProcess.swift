// A running hook program and the end of its output. One thread at a time; never blocks.
internal import CLinux
internal import Glibc

/// A shell in a process group of its own with low priority. The engine holds one end of the shell's standard output.
final class HookProcess {
    /// The process ID, which is also the number of the process group.
    let pid: pid_t
    /// The reading end of the shell's standard output and standard error; -1 once closed.
    private var output: Int32
    /// The last bytes of the output, `tailLength` at most.
    private(set) var tail: [UInt8] = []
    /// Number of bytes of output so far.
    private(set) var said = 0

    /// Number of bytes of output that are kept.
    static let tailLength = 2048

    /// Starts `/bin/sh -c line` with `input` on its standard input. The program inherits no descriptor and no signal mask of
    /// the engine. Throws `EngineError.system` if a pipe or the process cannot be made.
    init(_ line: String, environment: [String], input: [UInt8]) throws(EngineError) {
        let stdin = try HookProcess.pipe()
        // The child has its own copies of its ends; the engine's copies are closed here and below.
        defer { _ = close(stdin.read) }
        let stdout: (read: Int32, write: Int32)
        do throws(EngineError) { stdout = try HookProcess.pipe() } catch {
            _ = close(stdin.write)
            throw error
        }
        defer { _ = close(stdout.write) }
        do throws(EngineError) {
            pid = try ProcessGroup.start(
                "/bin/sh", ["/bin/sh", "-c", line], environment,
                descriptors: [
                    (stdin.read, STDIN_FILENO), (stdout.write, STDOUT_FILENO), (stdout.write, STDERR_FILENO),
                ])
        } catch {
            _ = close(stdin.write)
            _ = close(stdout.read)
            throw error
        }
        output = stdout.read
        for descriptor in [stdin.write, output] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        // An event always fits into the pipe's buffer. A program that does not read its input loses nothing but the event.
        _ = unsafe write(stdin.write, input, input.count)
        _ = close(stdin.write)
        _ = setpriority(__priority_which_t(PRIO_PGRP.rawValue), id_t(pid), 10)
    }

    deinit { if output >= 0 { _ = close(output) } }

    /// Reads up to 16 KB of output. A program that writes faster than that waits on the full pipe, at little cost to the
    /// engine.
    func read() {
        guard output >= 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe Glibc.read(output, &bytes, bytes.count)
        guard count > 0 else {
            if count == 0 {
                _ = close(output)
                output = -1
            }
            return
        }
        said += count
        tail += bytes[..<count]
        if tail.count > HookProcess.tailLength { tail.removeFirst(tail.count - HookProcess.tailLength) }
    }

    /// How the program ended; nil while it runs. The rest of the process group is killed before waitpid(2), so that no other
    /// group can have been given the same number.
    func ended() -> HookReport.End? {
        var info = unsafe siginfo_t()
        guard unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0, unsafe info.si_signo == SIGCHLD else {
            return nil
        }
        signal(SIGKILL)
        // The last output may still be in the pipe.
        for _ in 0..<8 { read() }
        var status: Int32 = 0
        guard unsafe waitpid(pid, &status, 0) == pid else { return .exit(-1) }
        return status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
    }

    /// Sends a signal to the whole process group. Fails only if all of the group has ended.
    func signal(_ number: Int32) { _ = kill(-pid, number) }

    // MARK: Pipes

    /// Makes a pipe whose ends are closed by exec. Throws `EngineError.system`.
    private static func pipe() throws(EngineError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw .system(call: "pipe2", code: errno) }
        return (ends[0], ends[1])
    }
}
