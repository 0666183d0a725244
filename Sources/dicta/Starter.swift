// Starts an engine. One thread; waits for its process.
import Control
import Dictation
import System

/// Starts an engine in its own session, so that it outlives the terminal.
struct Starter {
    let engine: String
    let socketPath: String
    let namedPath: String?
    let environment: [String: String]

    /// Longest time until an engine answers, in nanoseconds: a busy machine or a disk in the network needs many seconds.
    private static let patience: UInt64 = 30_000_000_000
    /// Time for another engine that won the race to start, in nanoseconds.
    private static let grace: UInt64 = 2_000_000_000

    /// Starts the engine and waits until `ping` succeeds; gives its answer.
    func start(options: [String], ping: () throws(ControlError) -> Reply) throws(DictaError) -> Reply {
        let (pid, log) = try launch(options: options)
        if let trouble = log.trouble { Output.complain(trouble) }
        var end = Moment.now.nanoseconds + Self.patience
        var how: String?
        while true {
            do throws(ControlError) {
                return try ping()
            } catch {
                guard error.tellsOfNoEngine else { throw .control(error) }
            }
            if how == nil, let ended = EngineProcess.ended(pid) {
                how = ended
                end = min(end, Moment.now.nanoseconds + Self.grace)
            }
            guard Moment.now.nanoseconds < end else { break }
            ThisProcess.sleep(milliseconds: 20)
        }
        guard let how else { throw .silent(engine: engine, pid: pid, log: log.path) }
        // The reason why there is no log was told above.
        throw .died(engine: engine, how: how, log: log.written, lastWords: log.trouble == nil ? log.lastWords() : "")
    }

    /// Starts the engine and does not wait for it. Gives its process id and its log.
    func launch(options: [String]) throws(DictaError) -> (pid: Int32, log: EngineLog) {
        let log = EngineLog(engine: engine, socketPath: socketPath, environment: environment)
        var words = ["--name", engine]
        if let namedPath { words += ["--socket", namedPath] }
        // Swift's report of a crash has pieces of memory in it, and so perhaps names of recordings. The engine has a note of its own.
        let quiet = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { own, _ in own }
        return (try EngineProcess.spawn(try program(), words + options, log: log, environment: quiet), log)
    }

    /// The path of `dictad`: beside this program, else the first in PATH.
    private func program() throws(DictaError) -> String {
        var folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        if let own = OwnFolder.path { folders.insert(own, at: 0) }
        for folder in folders {
            let file = folder + "/dictad"
            if File.isExecutable(file) { return file }
        }
        throw .noProgram
    }
}

extension ControlError {
    /// True for the answer to `ping` where no engine runs: none listens, or the one that does is about to end or was killed just now.
    var tellsOfNoEngine: Bool {
        switch self {
        case .noEngine, .engineGone: true
        case .refused(let failure): failure.code == .wrongState
        default: false
        }
    }
}
