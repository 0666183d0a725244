// Starts an engine as a child process. One thread at a time.
import Messages
import System

/// A child process in its own session: no terminal, an empty standard input, output to the log if there is one.
enum EngineProcess {
    static func spawn(
        _ program: String, _ words: [String], log: EngineLog, environment: [String: String]
    ) throws(DictaError) -> Int32 {
        var child = ChildProgram(program, words, environment: environment.map { "\($0)=\($1)" })
        (child.input, child.group) = (.nothing, .session)
        child.output = log.trouble == nil ? .file(log.path) : .nothing
        do throws(SystemError) { return try child.start() } catch { throw .spawn(program: program, code: error.code) }
    }

    /// Result of a child that has ended, in words; nil while it runs. Takes the result.
    static func ended(_ child: Int32) -> String? {
        switch try? ProcessEnd.look(at: child) {
        case .exit(let code): tr("exit code \(code)")
        case .signal(let number): tr("signal \(number)")
        case nil: nil
        }
    }
}
