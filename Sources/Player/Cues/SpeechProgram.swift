// Runs the user's speech program. One owner at a time; blocks until the program has ended.
internal import Dictation
internal import Messages
internal import System
internal import Threads

/// Runs the speech program: the text goes to its standard input, and its standard output is an audio file in memory.
///
/// The program inherits nothing but its three streams. It has `patience` seconds and `mostBytes` of output; a program that needs
/// more is killed with all that it has started.
enum SpeechProgram {
    /// Longest speech in seconds.
    static let longest = 180.0
    private static let patience = 15.0
    /// Bytes of three minutes at 96 kHz.
    private static let mostBytes: Int64 = 64 << 20

    /// Runs the program to its end and returns its output. Throws `.refused` if it is missing, fails, says nothing or takes too
    /// long.
    static func speak(_ speech: CueSource.Speech) throws(EngineError) -> MemoryFile {
        let output = try makeFile()
        try check(try run(speech, output.descriptor), output.descriptor, speech)
        return output
    }

    /// Path of a file in memory, valid as long as the file.
    static func path(of file: borrowing MemoryFile) -> String { "/proc/self/fd/\(file.descriptor)" }

    private static func makeFile() throws(EngineError) -> MemoryFile {
        do throws(SystemError) { return try MemoryFile() } catch { throw EngineError(error) }
    }

    /// Throws if the program has failed, or has written nothing.
    private static func check(_ end: ProcessEnd, _ output: Int32, _ speech: CueSource.Speech) throws(EngineError) {
        let command = speech.command
        switch end {
        case .exit(0):
            guard try size(output) > 0 else {
                throw failed(
                    tr(
                        "the speech program '\(command)' wrote no sound:"
                            + " try it in a terminal, or see the setting speech-command"))
            }
        case .exit(127):
            throw .refused(
                Failure(
                    .notFound,
                    tr(
                        "the speech program of '\(command)' is missing: install it (Debian: espeak-ng), or name another one with"
                            + " 'dicta set speech-command'")))
        case .exit(let code):
            throw failed(
                tr(
                    "the speech program '\(command)' ended with \(code):"
                        + " try it in a terminal, or see the setting speech-command"))
        case .signal(let number):
            throw failed(
                tr(
                    "the speech program '\(command)' was ended by signal \(number):"
                        + " try it in a terminal, or see the setting speech-command"))
        }
    }

    private static func failed(_ words: String) -> EngineError { .refused(Failure(.refused, words)) }

    /// Bytes that the program has written. The offset of the descriptor is the program's too, so it is not moved.
    private static func size(_ descriptor: Int32) throws(EngineError) -> Int64 {
        do throws(SystemError) { return try FileStatus(descriptor: descriptor).bytes } catch { throw EngineError(error) }
    }

    /// Starts the program, gives it the text, and waits for its end. Children of the program do not outlive it.
    private static func run(_ speech: CueSource.Speech, _ output: Int32) throws(EngineError) -> ProcessEnd {
        let child: Int32
        do throws(SystemError) { child = try start(speech, output) } catch { throw EngineError(error) }
        SignalNumber.lowerPriority(ofGroup: child, to: 10)
        let start = Moment.now
        var excess: EngineError?
        while excess == nil, !ProcessEnd.hasCome(to: child) {
            ThisProcess.sleep(milliseconds: 5)
            do throws(EngineError) { try limit(speech, output, since: start) } catch { excess = error }
        }
        SignalNumber.send(SignalNumber.kill, toGroup: child)
        let end = ProcessEnd.wait(for: child)
        if let excess { throw excess }
        guard let end else {
            let command = speech.command
            throw failed(
                tr(
                    "the speech program '\(command)' ended without a result:"
                        + " try it in a terminal, or see the setting speech-command"))
        }
        return end
    }

    /// Throws if the program has run too long, or has written too much.
    private static func limit(_ speech: CueSource.Speech, _ output: Int32, since start: Moment) throws(EngineError) {
        let command = speech.command
        if Moment.now.seconds(since: start) > patience {
            let seconds = Int(patience)
            throw failed(
                tr(
                    "the speech program '\(command)' took more than \(seconds) s:"
                        + " try it in a terminal, or see the setting speech-command"))
        }
        if try size(output) > mostBytes {
            let megabytes = mostBytes >> 20
            throw failed(
                tr(
                    "the speech program '\(command)' wrote more than \(megabytes) MB:"
                        + " try it in a terminal, or see the setting speech-command"))
        }
    }

    /// Starts the program and returns its process id.
    private static func start(_ speech: CueSource.Speech, _ output: Int32) throws(SystemError) -> Int32 {
        let input = try MemoryFile()
        try File.write(input.descriptor, Array((speech.text + "\n").utf8))
        try File.seek(input.descriptor, to: 0)
        var shell = ChildProgram("/bin/sh", ["-c", speech.command], environment: environment(speech))
        (shell.input, shell.output, shell.errors) = (.descriptor(input.descriptor), .descriptor(output), .nothing)
        shell.group = .own
        return try shell.start()
    }

    private static func environment(_ speech: CueSource.Speech) -> [String] {
        let kept = ["HOME", "PATH", "LANG", "LC_ALL", "TMPDIR"].compactMap { name in
            ThisProcess.variable(name).map { "\(name)=\($0)" }
        }
        return kept + ["DICTA_LANGUAGE=\(speech.language)"]
    }
}
