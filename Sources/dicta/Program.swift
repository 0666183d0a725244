// One run of `dicta`, from arguments to exit code. One thread.
import Control
import Dictation
import FoundationEssentials
import Messages
import System

/// One run of `dicta`: carries out the command and prints its output.
struct Program {
    let arguments: [String]

    /// Found before the arguments are parsed: errors in them are printed as JSON too.
    private var wantsJSON: Bool { arguments.prefix { $0 != "--" }.contains("--json") }
    /// Found there too: a key or a menu of the desktop shows no other error.
    private var wantsNotification: Bool { arguments.prefix { $0 != "--" }.contains("--notify") }

    /// Carries out the command and returns the exit code: 0 done, 1 refused, 2 usage, 3 no engine.
    func run() -> Int32 {
        if arguments.first == WordCompletion.verb {
            WordCompletion(arguments)?.run()
            return 0
        }
        do throws(DictaError) {
            let invocation = try Invocation(arguments)
            if let watch = try Watch(invocation, asJSON: wantsJSON) {
                return shown(inWindow: watch.isWindow) { () throws(DictaError) in try watch.run() }
            }
            if let tui = try Tui(invocation) {
                return shown(inWindow: tui.isWindow) { () throws(DictaError) in
                    if let signal = try tui.run() { SignalNumber.endProcess(by: signal) }
                }
            }
            if invocation.command?.verb == .terminal(.surface), !invocation.flag(.help), !invocation.flag(.version), !wantsJSON {
                try Output.standard(SurfaceLayout.file(try invocation.request().text(.program) ?? ""))
                return 0
            }
            let outcome = try perform(invocation)
            let warnings = ["ended", "warning"].flatMap { outcome.reply.fields[$0]?.texts ?? [] }
            if wantsNotification {
                notify([outcome.reply.failure?.words ?? outcome.text, warnings.joined(separator: "\n")].joined(separator: "\n"))
            }
            // A reader that has seen enough has left: the command was carried out all the same.
            do throws(DictaError) {
                if wantsJSON {
                    try Output.json(JSONText.object(outcome.reply, isList: outcome.isList))
                } else {
                    try Output.standard(outcome.text, scrolls: outcome.isList)
                }
            } catch .output(Errno.noReader) {}
            if !wantsJSON {
                if invocation.command?.verb == .recording(.rec), case .text(let prompt)? = outcome.reply.fields["prompt_text"] {
                    Output.note(prompt)
                }
                for item in outcome.reply.items {
                    for key in ["sound_hint", "name_hint", "clip_hint", "hint"] {
                        if case .text(let hint)? = item[key] { Output.note(hint) }
                    }
                }
                Self.tellSkipped(outcome.reply.items)
                for line in outcome.reply.items.compactMap(Sentence.skipped) { Output.note(line) }
                for line in outcome.reply.items.compactMap(Sentence.levelled) { Output.note(line) }
                for line in warnings { Output.complain(line) }
            }
            guard let failure = outcome.reply.failure else { return outcome.exitCode }
            if !wantsJSON { complain(failure, outcome.reply.items) }
            return failure.code.exitCode
        } catch .output(Errno.noReader) {
            return 0
        } catch {
            return report(error)
        }
    }

    /// Runs what fills a terminal and returns the exit code. An error stays readable in a window that closes with the program.
    private func shown(inWindow isWindow: Bool, _ work: () throws(DictaError) -> Void) -> Int32 {
        do throws(DictaError) {
            try work()
            return 0
        } catch .output(Errno.noReader) {
            return 0
        } catch {
            let code = report(error)
            if isWindow { Output.hold() }
            return code
        }
    }

    /// Most files left alone that are named; a folder of music may have hundreds of pictures and texts.
    private static let named = 20

    /// Prints a line for each file that an import of folders has left alone, and the number of those past `named`.
    private static func tellSkipped(_ items: [Fields]) {
        let skipped = items.filter { $0["source"] != nil && $0["skipped"] != nil }
        for item in skipped.prefix(named) {
            let (source, reason) = (item["source"]?.description ?? "", item["skipped"]?.description ?? "")
            Output.note(tr("\(source) was left alone: \(reason)"))
        }
        guard skipped.count > named else { return }
        let others = skipped.count - named
        Output.note(
            tr(
                others, "\(others) more file was left alone; --json names them",
                "\(others) more files were left alone; --json names them"))
    }

    /// Prints an error; if parts of an operation failed, a line for each of them, and then the sum.
    private func complain(_ failure: Failure, _ items: [Fields]) {
        let failed = items.filter { $0["error"] != nil }
        guard !failed.isEmpty, items.count > 1 else { return Output.complain(failure.words) }
        for item in failed {
            Output.complain(Failure.words(item["error"]?.description ?? "", of: item["name"]?.description ?? ""))
        }
        Output.complain(Self.sum(failed: failed.count, leftAlone: items.count { $0["skipped"] != nil }, of: items.count))
    }

    /// The sum of an operation of which parts failed. Files left alone are neither failed nor done.
    static func sum(failed: Int, leftAlone: Int, of total: Int) -> String {
        let done = total - failed - leftAlone
        guard leftAlone == 0 else {
            return tr("\(failed) of \(total) failed; done: \(done), left alone: \(leftAlone)")
        }
        return done > 0 ? tr("\(failed) of \(total) failed, the others are done") : tr("\(failed) of \(total) failed")
    }

    private func perform(_ invocation: Invocation) throws(DictaError) -> Outcome {
        if invocation.flag(.version) { return Outcome("dicta \(Version.text)\n", as: "version", Version.text) }
        if invocation.flag(.help) { return Help.outcome(of: invocation.command) }
        if invocation.command == nil { return try Overview(invocation).outcome }
        let request = try invocation.request()
        for notice in invocation.notices { Output.complain(notice) }
        // Wrong columns are refused before anything is asked.
        _ = try Columns.chosen(request)
        switch request.verb {
        case .terminal(.help): return try Help.outcome(of: request)
        case .terminal(.completion): return Completion.outcome(of: request)
        case .terminal(.surface):
            let text = SurfaceLayout.text(request.text(.program) ?? "")
            return Outcome(text, as: "surface", text)
        case .terminal(.engines): return try EngineList.outcome(Remote(invocation).environment, of: request)
        case .terminal(.start): return try Remote(invocation).start(request)
        case .terminal(.doctor): return try examine(Remote(invocation))
        case .terminal(.tour): return try Tour(request, Remote(invocation)).run()
        case .terminal(.open): return try follow(request, invocation)
        // `run` handles `watch` and `tui`; here the engine refuses it.
        case .terminal(.watch), .terminal(.tui), .recording, .playing, .queue, .schedule, .monitoring, .marker, .library,
            .transport, .midi,
            .pedal,
            .settings, .hook, .toggle, .lock, .cue, .guide, .subscription, .engine, .program:
            guard
                let question = try DeleteQuestion(
                    request, asJSON: wantsJSON, ask: { (request) throws(DictaError) in try answer(request, invocation) })
            else { return try shown(request, invocation) }
            guard let confirmed = try question.confirmed() else { throw .kept }
            return try Outcome(try answer(confirmed, invocation), to: confirmed)
        }
    }

    /// The output of `doctor`.
    private func examine(_ remote: Remote) throws(DictaError) -> Outcome {
        guard remote.url == nil else { throw .notRemote(verb: "doctor", cure: tr("run it on the engine's machine")) }
        return Doctor(Patient(remote)).outcome
    }

    /// The output of `open`, which the desktop shows where no terminal does.
    private func follow(_ request: Request, _ invocation: Invocation) throws(DictaError) -> Outcome {
        let remote = try Remote(invocation)
        do throws(DictaError) {
            let outcome = try LinkRun(request, remote).run { (request) throws(DictaError) in try answer(request, invocation) }
            if !wantsNotification, !Screen.errors.isTerminal { notify(outcome.text) }
            return outcome
        } catch {
            if !wantsNotification, !Screen.errors.isTerminal { notify(error.description) }
            throw error
        }
    }

    /// Shows words, or "Done." for none, as a notification.
    private func notify(_ words: String) {
        let lines = words.split(separator: "\n").joined(separator: "\n")
        Notification.show(lines.isEmpty ? tr("Done.") : lines, environment: ProcessInfo.processInfo.environment)
    }

    /// The output of a verb that asks for no confirmation. A person can edit a text, and listen to doubtful words.
    private func shown(_ request: Request, _ invocation: Invocation) throws(DictaError) -> Outcome {
        if request.verb == .library(.transcript), request.text(.do) == "edit" {
            return try TranscriptEditor(request, Remote(invocation)) { (request) throws(DictaError) in
                try answer(request, invocation)
            }.run()
        }
        let reply = try answer(request, invocation)
        let walk = DoubtfulWalk(reply, to: request, asJSON: wantsJSON) { (request) throws(DictaError) in
            try answer(request, invocation)
        }
        guard let walk, try Remote(invocation).isThere else { return try Outcome(reply, to: request) }
        try walk.run()
        return Outcome(reply, text: "")
    }

    /// The answer of the engine, or of this program when no engine answers; with --library always of this program.
    private func answer(_ request: Request, _ invocation: Invocation) throws(DictaError) -> Reply {
        let remote = try Remote(invocation)
        guard request.command.worksAlone, remote.url == nil else { return try remote.ask(request) }
        if case .settings = request.verb { return try settingsAnswer(request, remote) }
        if request.text(.library) != nil { return try Alone(request, of: remote).ask(request) }
        do throws(DictaError) {
            return try remote.ask(request)
        } catch {
            // Without a name, only the engine knows the current recording.
            let isNamed = request.text(.name) != nil || request.text(.in) != nil
            let knowsWhich =
                ![.library(.info), .library(.transcript), .library(.describe), .marker(.marks)].contains(request.verb) || isNamed
            guard case .control(.noEngine) = error, knowsWhich else { throw error }
            return try Alone(request, of: remote).ask(request)
        }
    }

    /// The answer to a verb of the settings, of the engine or of this program when no engine answers.
    private func settingsAnswer(_ request: Request, _ remote: Remote) throws(DictaError) -> Reply {
        func engineAnswer() throws(DictaError) -> Reply? {
            do throws(DictaError) { return try remote.ask(request) } catch {
                if case .control(.noEngine) = error { return nil }
                throw error
            }
        }
        if let answer = try engineAnswer() { return answer }
        var alone = try SettingsAlone(engine: remote.engine, environment: remote.environment)
        let answer = try alone.ask(request)
        if request.values[.diaryFiles] != nil || request.text(.key) == ParameterKey.diaryFiles.rawValue {
            try Alone(request, of: remote).keepDiaries()
        }
        // An engine that began to answer meanwhile may have read the files before the change. One that does not answer yet reads
        // them again once it does (`SettingsDesk.start`).
        return try engineAnswer() ?? answer
    }

    private func report(_ error: DictaError) -> Int32 {
        if wantsNotification { notify(error.description) }
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
        let script = CompletionScript.text(shell: request.text(.shell) ?? "bash")
        return Outcome(script, as: "completion", script)
    }
}
