// Runs a helper program at low priority and reads its output. One owner at a time; `finish` and `kill` block.
package import System

/// A child process, started from a list of arguments without a shell.
///
/// The child inherits nothing but its two outputs and the files that its arguments name (`ChildProgram`): no other descriptors of
/// audio, none of sockets, and no blocked signals. It has a process group of its own, which outlives neither it nor this process:
/// a guardian, a shell that waits for the end of a pipe, ends the group when this process is killed.
package final class ChildProcess {
    /// Descriptor that reads the child's standard output; -1 once the child has closed it.
    package private(set) var output: Int32 = -1
    /// Descriptor that reads the child's standard error; -1 once the child has closed it.
    package private(set) var errors: Int32 = -1
    private var pid: Int32 = 0
    /// The guardian of the group, and the end of the pipe that this process holds; nil where no shell is.
    private var guardian: (pid: Int32, pipe: Int32)?

    /// Starts a program at low priority, so that recording always comes first. `environment` is the child's whole environment.
    /// Limits hold from a moment after the start on. `nice` is the nice value: 19 is the lowest priority.
    package init(
        _ program: String, _ words: [String], environment: [String], limits: ProcessLimits? = nil, nice: Int32 = 10
    ) throws(StorageError) {
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
            child.group = .own
            pid = try onDisk("start", program, child.start())
            guardian = Self.guardian(ofGroup: pid)
            if let limits { try onDisk("limit", program, limits.set(on: pid)) }
        } catch {
            kill()
            throw error
        }
        // The kernel gives a low priority to the disk access of such a process as well.
        SignalNumber.lowerPriority(ofGroup: pid, to: nice)
    }

    deinit { kill() }

    /// True once the child has ended; its result is not taken.
    package var hasEnded: Bool { pid <= 0 || ProcessEnd.hasCome(to: pid) }

    /// Returns new standard output without waiting; nil after the child has closed it.
    package func readOutput() -> [UInt8]? { Self.read(&output) }
    /// Returns new standard error without waiting; nil after the child has closed it.
    package func readErrors() -> [UInt8]? { Self.read(&errors) }

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

    /// Waits for the end of the child, and ends the rest of its group. Returns its exit code, or its signal as a negative number.
    package func finish() -> Int32 {
        guard pid > 0 else { return 0 }
        // The number of the group is free for others only once the result of the child is taken.
        if hasEnded { SignalNumber.send(SignalNumber.kill, toGroup: pid) }
        endGuardian()
        defer { pid = 0 }
        return ProcessEnd.wait(for: pid)?.code ?? 0
    }

    /// Kills the child with its group. Waits up to 200 ms: a child that hangs in a frozen disk ends when the disk lets it.
    package func kill() {
        closeOutputs()
        guard pid > 0 else { return }
        // The process id is still that of the child: its result has not been taken yet.
        SignalNumber.send(SignalNumber.kill, toGroup: pid)
        endGuardian()
        for _ in 0..<100 {
            // An error means that the child is gone already.
            do { if try ProcessEnd.look(at: pid) != nil { break } } catch { break }
            ThisProcess.sleep(milliseconds: 2)
        }
        pid = 0
    }

    /// Starts the guardian of a group. It has a session of its own, so that no Ctrl-C ends it before this process. Its absence only
    /// means that a kill of this process leaves the child.
    private static func guardian(ofGroup group: Int32) -> (pid: Int32, pipe: Int32)? {
        guard let pipe = try? Pipe() else { return nil }
        defer { File.close(pipe.reading) }
        var shell = ChildProgram("/bin/sh", ["-c", "read -r _; kill -s KILL -- -\(group)"], environment: [])
        (shell.input, shell.output, shell.group) = (.descriptor(pipe.reading), .nothing, .session)
        guard let pid = try? shell.start() else {
            File.close(pipe.writing)
            return nil
        }
        return (pid, pipe.writing)
    }

    /// Ends the guardian before the number of its group can belong to others.
    private func endGuardian() {
        guard let (pid, pipe) = guardian else { return }
        guardian = nil
        SignalNumber.send(SignalNumber.kill, to: pid)
        _ = ProcessEnd.wait(for: pid)
        File.close(pipe)
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
