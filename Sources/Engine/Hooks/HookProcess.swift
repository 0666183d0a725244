// A running hook program and the end of its output. One thread at a time; never blocks.
import System
internal import Threads

/// A shell in a process group of its own with low priority. The engine holds one end of the shell's standard output.
final class HookProcess {
    let pid: Int32
    /// The reading end of the shell's standard output and standard error; -1 once closed.
    private var output: Int32
    /// The last bytes of the output, `tailLength` at most.
    private(set) var tail: [UInt8] = []
    /// Number of bytes of output so far.
    private(set) var said = 0

    /// Number of bytes of output that are kept.
    static let tailLength = 2048

    /// Starts `/bin/sh -c line` with `input` on its standard input. The program inherits no descriptor and no signal mask of
    /// the engine. Throws `EngineError.system` if a descriptor or the process cannot be made.
    init(_ line: String, environment: [String], input: [UInt8]) throws(EngineError) {
        do throws(SystemError) {
            // An event of any length is there at once, whether the program reads it or not. The child has its own copy of the
            // descriptor once it is started.
            let stdin = try MemoryFile()
            try File.write(stdin.descriptor, input)
            try File.seek(stdin.descriptor, to: 0)
            let stdout = try Pipe()
            defer { File.close(stdout.writing) }
            var shell = ChildProgram("/bin/sh", ["-c", line], environment: environment)
            (shell.input, shell.output) = (.descriptor(stdin.descriptor), .descriptor(stdout.writing))
            shell.group = .own
            do throws(SystemError) { pid = try shell.start() } catch {
                File.close(stdout.reading)
                throw error
            }
            output = stdout.reading
            Pipe.makeImpatient(output)
            SignalNumber.lowerPriority(ofGroup: pid, to: 10)
        } catch {
            throw EngineError(error)
        }
    }

    deinit { if output >= 0 { File.close(output) } }

    /// Reads up to 16 KB of output. A program that writes faster than that waits on the full pipe, at little cost to the
    /// engine.
    func read() {
        guard output >= 0 else { return }
        guard let bytes = try? File.readSome(output, atMost: 16_384) else { return }
        guard !bytes.isEmpty else {
            File.close(output)
            output = -1
            return
        }
        said += bytes.count
        tail += bytes
        if tail.count > HookProcess.tailLength { tail.removeFirst(tail.count - HookProcess.tailLength) }
    }

    /// How the program ended; nil while it runs. The rest of the process group is killed before waitpid(2), so that no other
    /// group can have been given the same number.
    func ended() -> HookReport.End? {
        guard ProcessEnd.hasCome(to: pid) else { return nil }
        signal(SignalNumber.kill)
        // The last output may still be in the pipe.
        for _ in 0..<8 { read() }
        switch ProcessEnd.wait(for: pid) {
        case .exit(let code): return .exit(code)
        case .signal(let number): return .signal(number)
        case nil: return .exit(-1)
        }
    }

    /// Sends a signal to the whole process group. Fails only if all of the group has ended.
    func signal(_ number: Int32) { SignalNumber.send(number, toGroup: pid) }
}
