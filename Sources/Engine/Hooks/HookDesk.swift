// Hooks: programs of the user that run at events of the engine. Control loop only.
internal import Catalogue
internal import Dictation
internal import JSON
internal import Messages
internal import Recorder
internal import Storage
internal import System
internal import Threads

/// Owns the hook thread and gives it a job for each event that has a program.
final class HookDesk: Desk {
    private let settings: SettingsDesk
    private let options: EngineOptions
    /// Path of the control socket.
    private let socket: String
    private let board: Switchboard
    private let library: LibraryDesk
    private let recording: RecordingDesk
    /// The hook thread.
    let worker: Hooks
    /// The queue of hooks that must not be lost. Set once by the engine, because it is made after this desk.
    unowned var queue: HookQueueDesk?
    /// Names of recordings that are being rendered for a program to run, or wait for it.
    private var rendering: [String] = []
    /// Renderings of recordings that a take is being added to: they begin once the take has ended.
    private var waiting: [() -> Void] = []
    /// Number of takes that have ended.
    private var takesEnded = 0

    /// The variable with the path of a file that is all that is heard. A program whose line has this word asks for the file.
    private static let rendered = "DICTA_RENDERED"
    /// Most bytes of an event in the environment: the system starts no program with a variable of 128 KiB. The standard input has all
    /// of it.
    private static let environmentRoom = 64 << 10

    /// Starts the hook thread.
    init(
        _ board: Switchboard, _ settings: SettingsDesk, _ library: LibraryDesk, _ recording: RecordingDesk,
        _ options: EngineOptions, socket: String, wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.recording = recording
        self.settings = settings
        self.options = options
        self.library = library
        self.socket = socket
        worker = try Hooks(wake: wake)
    }

    func hear(_ news: News) {
        switch news {
        case .event(let event, let fields): run(event, fields)
        case .takeEnded:
            takesEnded += 1
            let renderings = waiting
            waiting = []
            for render in renderings { render() }
        case .settings(let keys, let now): if keys.contains(.hookJobs) { worker.post(.jobs(Int(now.int(.hookJobs) ?? 2))) }
        default: break
        }
    }

    /// Runs the program that the settings name for the event, if there is one; before that, renders an edited recording for a
    /// program that asks for it. Does not block.
    private func run(_ event: HookEvent, _ fields: Fields) {
        guard let program = settings.current.text(event.key) else { return }
        if queue?.take(event, fields) == true { return }
        guard HookJob.ofWholeRecordings.contains(event), case .text(let name)? = fields["name"] else {
            return post(event, program, fields)
        }
        if let whole = fields["path"] { return post(event, program, fields + ["rendered": whole]) }
        guard HookDesk.wantsFile(program) else { return post(event, program, fields) }
        rendering.append(name)
        render(name) { [unowned self] result in
            if let index = rendering.firstIndex(of: name) { rendering.remove(at: index) }
            switch result {
            case .success(let reply):
                post(event, program, fields + ["rendered": reply.fields["path"] ?? .text("")])
            case .failure(let error):
                // Without the file the program would send nothing, or something else, in place of the recording.
                func words() -> LogText {
                    LogText(told: "\(plain: event.key.rawValue) was not run for \(name), which could not be rendered: \(error)")
                }
                worker.refuse(event, program: program, because: StoredText(words().told))
                board.report(words(), of: "hooks")
            }
        }
    }

    /// Has the library render a recording; one that this engine adds a take to is rendered after the end of that take. The end
    /// of another engine's take, or of one that was left open, would not be noticed: it is refused.
    func render(_ name: String, _ done: @escaping WholeAnswer) {
        let before = takesEnded
        let answer: WholeAnswer = { [unowned self] result in
            switch result {
            case .failure(.catalogue(.inUse)), .failure(.catalogue(.storage(.busy))): break
            case .success, .failure: return done(result)
            }
            let again = { [unowned self] in render(name, done) }
            if takesEnded != before {
                // The take may have ended before this refusal arrived.
                again()
            } else if recording.current?.name == name {
                waiting.append(again)
            } else {
                done(result)
            }
        }
        do throws(CommandError) {
            let request = try CommandTable.request(.library(.render), [.name: .text(name)])
            do throws(EngineError) { try library.question(request, answer) } catch { done(.failure(error)) }
        } catch {
            done(.failure(.usage("\(error)")))
        }
    }

    /// The fields of an event as programs and subscribers get them: those of the engine, then those of the event.
    func told(_ event: HookEvent, _ fields: Fields) -> Fields {
        let own: Fields = [
            "event": .text(event.rawValue), "engine": .text(options.name), "library": .text(library.library.folder),
            "socket": .text(socket), "time": .text(Timestamp.now.iso8601),
        ]
        return Fields(own.all + fields.all.filter { own[$0.key] == nil })
    }

    /// True if the line of a hook asks for one file with all that is heard.
    static func wantsFile(_ program: String) -> Bool { program.contains(rendered) }

    /// Hands a program for an event to the hook thread. Does not block.
    ///
    /// - Parameter id: number in the queue of hooks, whose desk is told of the end; nil for a program that runs once.
    func post(_ event: HookEvent, _ program: String, _ fields: Fields, id: Int64? = nil) {
        let all = told(event, fields).all
        var environment = ThisProcess.environment.filter { !$0.hasPrefix("DICTA_") }
        let (short, leftOut) = Fields(all).fitting(bytes: HookDesk.environmentRoom)
        environment += short.all.map { "DICTA_\($0.key.uppercased())=\($0.value)" }
        if !leftOut.isEmpty { environment.append("DICTA_LEFT_OUT=\(leftOut.joined(separator: " "))") }
        worker.post(
            .run(
                HookRunner.Job(
                    event: event, program: program, environment: environment, input: HookDesk.input(all),
                    limit: settings.current.time(.hookLimit)?.seconds(rate: SettingsTable.frameRate) ?? 60, id: id)))
    }

    /// The fields as JSON. The files that are heard are a list, `segments`; `path` is null if the recording is not exactly one
    /// file, and `rendered` if it is in no file either.
    private static func input(_ fields: [Field]) -> [UInt8] {
        var members = fields.filter { !["segments", "segment_paths"].contains($0.key) }.map {
            JSONTree.Member($0.key, json($0))
        }
        if case .text(let paths)? = fields.first(where: { $0.key == "segment_paths" })?.value {
            let files = paths.split(separator: "\n").map { JSONTree.text(String($0)) }
            members.append(JSONTree.Member("segments", .list(files)))
            for key in ["path", "rendered"] where !fields.contains(where: { $0.key == key }) {
                members.append(JSONTree.Member(key, JSONTree.none))
            }
        }
        return JSONTree.object(members).printed
    }

    /// One set of fields for each event that has, or had, a program: the reply of the verb `hooks`.
    var items: [Fields] {
        let reports = worker.reports
        return HookEvent.allCases.compactMap { event in
            let known = reports.first { $0.event == event }
            guard let program = settings.current.text(event.key) else {
                guard var report = known, !report.isEmpty else { return nil }
                report.isSet = false
                return report.fields
            }
            var report = known ?? HookReport(event, program: program)
            report.program = program
            return report.fields
        }
    }

    /// The value as JSON; numbers that JSON cannot express become text.
    private static func json(_ field: Field) -> JSONTree {
        if let texts = field.texts { return .list(texts.map(JSONTree.text)) }
        return switch field.value {
        case .int(let number): .integer(number)
        case .double(let number): number.isFinite ? .number(number.description) : .text(number.description)
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        }
    }

    // MARK: Quit

    /// Ends the hook thread. Programs that were told of the end of a take may run for ten seconds more. A session manager wants
    /// the engine gone, or at the next project, at once: in a session this waits one second and then leaves the programs
    /// running by themselves.
    func quit(isInSession: Bool) {
        for name in rendering {
            EngineLog.say(
                .warning, .hooks,
                "\(name) was not rendered before the engine ended, so its hook was not run: complete it again")
        }
        worker.post(.quit)
        if isInSession { worker.leave(after: 1) } else { worker.join() }
    }
}
