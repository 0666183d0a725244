// The program dictad. Main thread, which becomes the control loop.
import Dictation
import Engine
import Glibc

// If a standard stream is closed, the next file would get its descriptor, and a log message could be written into a recording.
for stream in 0...2 where fcntl(Int32(stream), F_GETFD) < 0 { _ = unsafe open("/dev/null", O_RDWR) }

/// Logs an error and ends the process.
func fail(_ words: String, code: Int32) -> Never {
    EngineLog.say(words)
    EngineLog.finish()
    exit(code)
}

do throws(CommandError) {
    let request = try CommandTable.daemon.check(words: SessionHost.words(Array(CommandLine.arguments.dropFirst())))
    if request.flag(.version) {
        print("dictad \(Version.text)")
    } else if request.flag(.help) {
        print(CommandHelp.page(of: CommandTable.daemon), terminator: "")
    } else {
        let environment = { (name: String) in unsafe getenv(name).map { unsafe String(cString: $0) } }
        if request.flag(.checkSettings) {
            let settings = SettingsStore(request, environment: environment)
            for problem in settings.problems { print(PrintableText.line("\(settings.path ?? "settings"): \(problem)")) }
            exit(settings.problems.isEmpty ? 0 : 1)
        }
        do throws(EngineError) {
            let host = SessionHost(request, executable: CommandLine.arguments.first ?? "dictad", environment: environment)
            let isClean = try host.run()
            EngineLog.finish()
            exit(isClean ? 0 : 1)
        } catch {
            fail(error.description, code: 1)
        }
    }
} catch {
    fail(error.description, code: 2)
}
