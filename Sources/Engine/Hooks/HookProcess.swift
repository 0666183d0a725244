// Running program of a hook, and its last words. One thread at a time; never blocks.
internal import CLinux
internal import Glibc

/// A shell at work in a process group of its own, behind everything else, with one end of its standard input and output.
final class HookProcess {
    let pid: pid_t
    private var output: Int32
    /// The last of its output.
    private(set) var tail: [UInt8] = []
    /// Bytes of output in all.
    private(set) var said = 0

    static let tailLength = 2048

    /// Starts `/bin/sh -c line` with `input` on its standard input; no descriptor and no signal mask of ours goes with it.
    init(_ line: String, environment: [String], input: [UInt8]) throws(EngineError) {
        let stdin = try HookProcess.pipe()
        // The child's ends; ours are closed below.
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
        // A pipe holds more than an event; a program that does not read it loses nothing but that.
        _ = unsafe write(stdin.write, input, input.count)
        _ = close(stdin.write)
        _ = setpriority(__priority_which_t(PRIO_PGRP.rawValue), id_t(pid), 10)
    }

    deinit { if output >= 0 { _ = close(output) } }

    /// Takes some of its output: a program that floods has to wait, which costs us little.
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

    /// The end of it, nil while it runs. The rest of its group is ended with it: before it is waited for, so that no other
    /// group can have got its number.
    func ended() -> HookReport.End? {
        var info = unsafe siginfo_t()
        guard unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0, unsafe info.si_signo == SIGCHLD else {
            return nil
        }
        signal(SIGKILL)
        // Its last output is in the pipe still.
        for _ in 0..<8 { read() }
        var status: Int32 = 0
        guard unsafe waitpid(pid, &status, 0) == pid else { return .exit(-1) }
        return status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
    }

    /// To the whole group. Fails only where all of it has ended.
    func signal(_ number: Int32) { _ = kill(-pid, number) }

    // MARK: Parts

    private static func pipe() throws(EngineError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw .system(call: "pipe2", code: errno) }
        return (ends[0], ends[1])
    }
}
