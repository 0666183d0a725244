// Runs a program for a check of `dicta doctor`. One thread for each trial; waits for the program.
import Messages
import Storage
import System

/// One run of another program within a time. A program that hangs is killed.
enum ProgramTrial {
    /// The result of a run.
    enum Result: Sendable, Equatable {
        /// It has ended with this exit code, and wrote this.
        case ended(code: Int32, output: String)
        /// It did not end in time, or could not be started.
        case failed(String)
    }

    /// Most bytes that are read; a check needs far fewer.
    private static let mostBytes = 1 << 20

    /// Runs a program and reads its standard output. With `isEnglish` false the program speaks the user's language, which is for
    /// output that is shown as it is.
    static func run(
        _ program: String, _ words: [String], environment: [String: String], seconds: Double, isEnglish: Bool = true
    ) -> Result {
        do throws(StorageError) {
            let limits = ProcessLimits(processorSeconds: 20, memoryBytes: 4 << 30, fileBytes: 1 << 20, openFiles: 256)
            let own = environment.map { "\($0)=\($1)" }
            let child = try ChildProcess(
                program, words, environment: isEnglish ? own + ["LC_ALL=C"] : own, limits: limits, nice: 5)
            let end = Moment.now.later(seconds: seconds)
            var output: [UInt8] = []
            var isOpen = (output: true, errors: true)
            while Moment.now < end {
                if isOpen.output {
                    let bytes = child.readOutput()
                    isOpen.output = bytes != nil
                    if output.count < mostBytes { output += bytes ?? [] }
                }
                if isOpen.errors { isOpen.errors = child.readErrors() != nil }
                if !isOpen.output, !isOpen.errors || child.hasEnded {
                    guard child.hasEnded else {
                        ThisProcess.sleep(milliseconds: 5)
                        continue
                    }
                    return .ended(code: child.finish(), output: String(decoding: output, as: UTF8.self))
                }
                ThisProcess.sleep(milliseconds: 5)
            }
            child.kill()
            return .failed(tr("\(program) did not end within \(Int(seconds)) s"))
        } catch {
            return .failed(error.description)
        }
    }
}
