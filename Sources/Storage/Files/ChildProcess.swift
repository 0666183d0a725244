// Runs a helper program at low priority and reads its output. One owner at a time; `finish` and `kill` block.
import System

/// A child process, started from a list of arguments without a shell.
///
/// The child inherits nothing but its two outputs: no descriptors of audio or sockets, and no blocked signals.
final class ChildProcess {
    /// Descriptor that reads the child's standard output; -1 once the child has closed it.
    private(set) var output: Int32 = -1
    /// Descriptor that reads the child's standard error; -1 once the child has closed it.
    private(set) var errors: Int32 = -1
    private var pid: Int32 = 0

    /// Starts a program at low priority, so that recording always comes first. `environment` is the child's whole environment.
    init(_ program: String, _ words: [String], environment: [String]) throws(StorageError) {
        let output = try Self.pipe(for: program)
        // The child has its own copies of the writing ends once it is started.
        defer { File.close(output.writing) }
        self.output = output.reading
        do throws(StorageError) {
            let errors = try Self.pipe(for: program)
            defer { File.close(errors.writing) }
            self.errors = errors.reading
            var child = ChildProgram(program, words, environment: environment)
            (child.input, child.output, child.errors) = (.nothing, .descriptor(output.writing), .descriptor(errors.writing))
            pid = try onDisk("start", program, child.start())
        } catch {
            closeOutputs()
            throw error
        }
        SignalNumber.lowerPriority(of: pid, to: 10)
    }

    deinit { kill() }

    /// Returns new standard output without waiting; nil after the child has closed it.
    func readOutput() -> [UInt8]? { Self.read(&output) }
    /// Returns new standard error without waiting; nil after the child has closed it.
    func readErrors() -> [UInt8]? { Self.read(&errors) }

    private static func read(_ side: inout Int32) -> [UInt8]? {
        guard side >= 0 else { return nil }
        do throws(SystemError) {
            let bytes = try File.readSome(side, atMost: 16_384)
            if !bytes.isEmpty { return bytes }
        } catch {
            if error.code == Errno.wouldBlock { return [] }
        }
        File.close(side)
        side = -1
        return nil
    }

    /// Waits for the end of the child. Returns its exit code, or its signal as a negative number.
    func finish() -> Int32 {
        guard pid > 0 else { return 0 }
        defer { pid = 0 }
        return ProcessEnd.wait(for: pid)?.code ?? 0
    }

    /// Kills the child if it has not ended. Waits up to 200 ms: a child that hangs in a frozen disk ends when the disk lets it.
    func kill() {
        closeOutputs()
        guard pid > 0 else { return }
        // The process id is still that of the child: its result has not been taken yet.
        SignalNumber.send(SignalNumber.kill, to: pid)
        for _ in 0..<100 {
            // An error means that the child is gone already.
            do { if try ProcessEnd.look(at: pid) != nil { break } } catch { break }
            ThisProcess.sleep(milliseconds: 2)
        }
        pid = 0
    }

    private func closeOutputs() {
        // Both ends were only read, so a failing close loses nothing.
        if output >= 0 { File.close(output) }
        if errors >= 0 { File.close(errors) }
        (output, errors) = (-1, -1)
    }

    private static func pipe(for program: String) throws(StorageError) -> Pipe {
        let pipe = try onDisk("talk to", program, Pipe())
        Pipe.makeImpatient(pipe.reading)
        return pipe
    }
}
