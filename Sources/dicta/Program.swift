// One run of `dicta`, from arguments to exit code. One thread.
import Control
import Dictation

/// One run of `dicta`: carries out the command and prints its output.
struct Program {
    let arguments: [String]

    /// Found before the arguments are parsed: errors in them are printed as JSON too.
    private var wantsJSON: Bool { arguments.prefix { $0 != "--" }.contains("--json") }

    /// Carries out the command and returns the exit code: 0 done, 1 refused, 2 usage, 3 no engine.
    func run() -> Int32 {
        do throws(DictaError) {
            let invocation = try Invocation(arguments)
            if let watch = try Watch(invocation, asJSON: wantsJSON) {
                try watch.run()
                return 0
            }
            if invocation.command?.verb == .terminal(.surface), !invocation.flag(.help), !invocation.flag(.version), !wantsJSON {
                try Output.standard(SurfaceLayout.file(try invocation.request().text(.program) ?? ""))
                return 0
            }
            let outcome = try perform(invocation)
            if wantsJSON {
                try Output.json(JSONText.object(outcome.reply, isList: outcome.isList))
            } else {
                try Output.standard(outcome.text)
            }
            guard let failure = outcome.reply.failure else { return outcome.exitCode }
            if !wantsJSON { Output.complain(failure.words) }
            return failure.code.exitCode
        } catch {
            return report(error)
        }
    }

    private func perform(_ invocation: Invocation) throws(DictaError) -> Outcome {
        if invocation.flag(.version) { return Outcome("dicta \(Version.text)\n", as: "version", Version.text) }
        if invocation.flag(.help) { return Help.outcome(of: invocation.command) }
        let request = try invocation.request()
        switch request.verb {
        case .terminal(.help): return try Help.outcome(of: request)
        case .terminal(.completion): return Completion.outcome(of: request)
        case .terminal(.surface):
            let text = SurfaceLayout.text(request.text(.program) ?? "")
            return Outcome(text, as: "surface", text)
        case .terminal(.start): return try Remote(invocation).start(request)
        // `run` handles `watch`; here the engine refuses it.
        case .terminal(.watch), .recording, .playing, .monitoring, .marker, .library, .transport, .midi, .settings, .hook,
            .subscription, .engine, .program:
            return Outcome(try answer(request, invocation), to: request)
        }
    }

    /// The answer of the engine, or of this program when no engine answers; with --library always of this program.
    private func answer(_ request: Request, _ invocation: Invocation) throws(DictaError) -> Reply {
        let remote = try Remote(invocation)
        guard request.command.worksAlone, remote.url == nil else { return try remote.ask(request) }
        if request.text(.library) != nil { return try Alone(request, environment: remote.environment).ask(request) }
        do throws(DictaError) {
            return try remote.ask(request)
        } catch {
            // Without a name, only the engine knows the current recording.
            let knowsWhich = ![.library(.info), .marker(.marks)].contains(request.verb) || request.text(.name) != nil
            guard case .control(.noEngine) = error, knowsWhich else { throw error }
            return try Alone(request, environment: remote.environment).ask(request)
        }
    }

    private func report(_ error: DictaError) -> Int32 {
        if wantsJSON {
            do throws(DictaError) {
                try Output.json(JSONText.error(error))
            } catch {
                Output.complain(error.description)
                return max(1, error.exitCode)
            }
        } else {
            Output.complain(error.description)
        }
        return error.exitCode
    }
}

/// The verb `completion`.
enum Completion {
    static func outcome(of request: Request) -> Outcome {
        let script = CommandCompletion.script(shell: request.text(.shell) ?? "bash")
        return Outcome(script, as: "completion", script)
    }
}
