// One thread; a value. The words of this room stand here.
import Catalogue
import Control
import Dictation
import Glibc

/// What ends a run with something else than 0.
enum DictaError: Error {
    case usage(CommandError)
    case control(ControlError)
    case noProgram
    case spawn(program: String, code: Int32)
    case log(path: String, code: Int32)
    case died(engine: String, how: String, log: String, lastWords: String)
    case silent(engine: String, pid: Int32, log: String)
    case runsAlready(engine: String)
    case output(code: Int32)
    /// The terminal did it by itself, or tried to.
    case library(CatalogueError)
    case noLibrary(String)

    var code: FailureCode {
        switch self {
        case .usage(let error): error.code
        case .control(let error): error.code
        case .noProgram, .spawn, .log, .died, .silent: .noEngine
        case .runsAlready, .output: .refused
        case .library(let error): error.failure.code
        case .noLibrary: .notFound
        }
    }

    var exitCode: Int32 { code.exitCode }
}

extension DictaError: CustomStringConvertible {
    var description: String {
        switch self {
        case .usage(let error): error.description
        case .control(let error): error.description
        case .noProgram:
            "no engine to start: dictad is neither beside dicta nor in PATH; install it there"
        case .spawn(let program, let code):
            "\(program) could not be started: \(Self.words(code))"
        case .log(let path, let code):
            "the engine's log \(path) cannot be written: \(Self.words(code)); check the folder, or set XDG_STATE_HOME"
        case .died(let engine, let how, let log, let lastWords):
            "engine '\(engine)' ended at its start (\(how)); its log is \(log)" + (lastWords.isEmpty ? "" : ":\n" + lastWords)
        case .silent(let engine, let pid, let log):
            "engine '\(engine)' (process \(pid)) runs but does not answer; its log is \(log)"
        case .runsAlready(let engine):
            "engine '\(engine)' runs already, and what was given for its start would be lost; 'dicta quit' ends it first"
        case .library(let error): error.description
        case .noLibrary(let folder):
            "no engine answers, and there is no folder \(folder); name the library with --library"
        case .output(let code):
            "the answer could not be written: \(Self.words(code))"
        }
    }

    private static func words(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
