// The program dictad. Main thread, which becomes the control loop.
import Dictation
import Engine
import Messages
import Settings
import Storage
import System
import Threads

// A write over the limit of file sizes fails, as on a full disk, and does not end the process and its take.
SignalNumber.ignore(SignalNumber.fileLimit)

// Started by another program of Dicta, to look at foreign files.
SoundHelper.serveIfAsked()

// Memory stays flat, on machines with many processors too. Some parts, so that threads seldom wait for each other.
OwnHeap.keepSmall(parts: 4, bytes: 128 * 1024)
// If a standard stream is closed, the next file would get its descriptor, and a log message could be written into a recording.
ThisProcess.occupyStandardStreams(.readWrite)
MessageCatalogue.open(program: ThisProcess.program ?? "")

/// Logs an error and ends the process. The whole error is told, since the person who starts the engine has to cure it, and
/// in the language of that person: `dicta start` shows this last line of the log.
func fail(_ words: String, code: Int32) -> Never {
    EngineLog.say(.error, .engine, LogText(plain: words))
    EngineLog.finish()
    ThisProcess.end(code)
}

do throws(CommandError) {
    let request = try CommandTable.daemon.check(words: SessionHost.words(Array(CommandLine.arguments.dropFirst())))
    if request.flag(.version) {
        print("dictad \(Version.text)")
    } else if request.flag(.help) {
        print(CommandHelp.page(of: CommandTable.daemon), terminator: "")
    } else {
        let environment = { (name: String) in ThisProcess.variable(name) }
        if request.flag(.checkSettings) {
            let settings = SettingsStore(request, environment: environment)
            let place = settings.path ?? tr("settings")
            for problem in settings.problems { print(PrintableText.line("\(place): \(problem)")) }
            ThisProcess.end(settings.problems.isEmpty ? 0 : 1)
        }
        do throws(EngineError) {
            let settings = SettingsStore(request, environment: environment)
            let jack = JackChoice(settings, environment: environment)
            try jack.settle(CommandLine.arguments)
            if request.flag(.checkJack) {
                print(JackReport.text(environment: environment), terminator: "")
                ThisProcess.end(0)
            }
            do throws(SystemError) { try CrashHandler.start() } catch {
                EngineLog.say(
                    .warning, .engine,
                    "a crash may leave no note for the next start: \(plain: error.call): \(plain: error.reason)")
            }
            let service = ServiceManager(environment)
            // A program of the user that inherits these would speak to the manager for the engine. Only a wrong name can fail.
            for name in ServiceManager.variables { try? ThisProcess.removeVariable(name) }
            let trouble = jack.startServer()
            let host = SessionHost(
                request, executable: CommandLine.arguments.first ?? "dictad", jackTrouble: trouble, service: service,
                environment: environment)
            let isClean = try host.run()
            EngineLog.finish()
            ThisProcess.end(isClean ? 0 : 1)
        } catch {
            fail(error.description, code: 1)
        }
    }
} catch {
    fail(error.description, code: 2)
}
