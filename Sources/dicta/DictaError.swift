// Errors that end a run, and their texts. One thread; a value.
import Catalogue
import Control
import Dictation
import Messages
import Settings
import System
import Terminal

/// An error that ends a run with an exit code other than 0.
enum DictaError: Error {
    case usage(CommandError)
    case control(ControlError)
    case noProgram
    case spawn(program: String, code: Int32)
    /// A started engine has ended; its log is nil if it had none.
    case died(engine: String, how: String, log: String?, lastWords: String)
    case silent(engine: String, pid: Int32, log: String)
    case runsAlready(engine: String)
    /// The engine has answered `quit`, but its process does not end.
    case lingers(engine: String)
    case output(code: Int32)
    /// The answer has a value that JSON cannot carry.
    case unwritable(String)
    /// A verb of the library failed without an engine.
    case library(CatalogueError)
    /// No engine answers, and the folder of the settings is not there.
    case noLibrary(String)
    /// The settings were not changed or not shown, without an engine.
    case settings(SettingsError)
    /// The verb needs the engine's own machine.
    case notRemote(verb: String, cure: String)
    /// The screen cannot be shown.
    case terminal(TerminalError)
    /// The user answered no.
    case kept
    /// The setting `link-may` does not allow the link.
    case linkRefused(words: String, line: String, needs: LinkPermission)
    /// A background job cannot ask before it deletes.
    case background
    /// The guided tour cannot begin, or not go on.
    case tour(Failure)

    var code: FailureCode {
        switch self {
        case .usage(let error): error.code
        case .control(let error): error.code
        case .noProgram, .spawn, .died, .silent: .noEngine
        case .terminal: .refused
        case .runsAlready, .lingers, .output, .kept, .background, .linkRefused: .refused
        case .unwritable: .broken
        case .library(let error): error.failure.code
        case .noLibrary: .notFound
        case .settings(let error): error.failure.code
        case .notRemote: .badArgument
        case .tour(let failure): failure.code
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
            tr("cannot start an engine: dictad is neither beside dicta nor in PATH; install it there")
        case .spawn(let program, let code):
            tr("cannot start \(program): \(SystemError.reason(for: code))")
        case .died(let engine, let how, let log?, let lastWords):
            tr("engine '\(engine)' ended while it started (\(how)); see its log \(log)")
                + (lastWords.isEmpty ? "" : ":\n" + lastWords)
        case .died(let engine, let how, nil, let lastWords):
            tr("engine '\(engine)' ended while it started (\(how)); 'dictad --name \(engine)' in a terminal tells why")
                + (lastWords.isEmpty ? "" : ":\n" + lastWords)
        case .silent(let engine, let pid, let log):
            tr("engine '\(engine)' (process \(pid)) runs but does not answer; see its log \(log)")
        case .runsAlready(let engine):
            tr("engine '\(engine)' already runs, so the options would have no effect; end it first with 'dicta quit'")
        case .lingers(let engine):
            tr("engine '\(engine)' has closed its take and its client, but its process still runs; see its log")
        case .library(let error): error.description
        case .settings(let error): error.description
        case .noLibrary(let folder):
            tr(
                "no engine answers, and the folder \(folder) does not exist: the first take makes it (dicta rec); name another"
                    + " library with --library")
        case .notRemote(let verb, let cure): tr("\(verb): not possible over --remote; \(cure)")
        case .unwritable(let why):
            tr("the command was carried out, but its answer cannot be written as JSON (\(why)); ask again without --json")
        case .terminal(let error): error.description
        case .linkRefused(let words, let line, let needs):
            tr(
                "the link asks to \(words) (\(line)), which links may not do here;"
                    + " permit it with 'dicta set link-may \(needs.rawValue)'")
        case .tour(let failure): failure.words
        case .kept: tr("nothing was deleted")
        case .background: tr("nothing was deleted: a background job cannot ask; add --yes to delete without a question")
        case .output(let code):
            tr("cannot write the answer: \(SystemError.reason(for: code))")
        }
    }
}
