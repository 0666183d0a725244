// Hooks: programs of the user that run at events of the engine. Control loop only.
internal import Dictation
internal import System

/// Owns the hook thread and gives it a job for each event that has a program.
final class HookDesk: Desk {
    private let settings: SettingsDesk
    private let options: EngineOptions
    /// Path of the control socket.
    private let socket: String
    /// Path of the library's folder.
    private let library: String
    private let worker: Hooks

    /// Starts the hook thread.
    init(_ settings: SettingsDesk, _ options: EngineOptions, library: String, socket: String) throws(EngineError) {
        self.settings = settings
        self.options = options
        self.library = library
        self.socket = socket
        worker = try Hooks()
    }

    func hear(_ news: News) {
        switch news {
        case .event(let event, let fields): run(event, fields)
        case .settings(let keys, let now): if keys.contains(.hookJobs) { worker.post(.jobs(Int(now.int(.hookJobs) ?? 2))) }
        default: break
        }
    }

    /// Queues the program that the settings name for the event, if there is one. Does not block.
    private func run(_ event: HookEvent, _ fields: Fields) {
        guard let program = settings.current.text(event.key) else { return }
        let own: Fields = [
            "event": .text(event.rawValue), "engine": .text(options.name), "library": .text(library),
            "socket": .text(socket), "time": .text(Timestamp.now.iso8601),
        ]
        let all = own.all + fields.all.filter { own[$0.key] == nil }
        var environment = ThisProcess.environment.filter { !$0.hasPrefix("DICTA_") }
        environment += all.map { "DICTA_\($0.key.uppercased())=\($0.value)" }
        let input = JSONTree.object(all.map { JSONTree.Member($0.key, HookDesk.json($0.value)) }).printed
        worker.post(
            .run(
                HookRunner.Job(
                    event: event, program: program, environment: environment, input: input,
                    limit: settings.current.time(.hookLimit)?.seconds(rate: SettingsTable.frameRate) ?? 60)))
    }

    /// One set of fields for each event that has, or had, a program: the reply of the verb `hooks`.
    var items: [Fields] {
        let reports = worker.reports
        return HookEvent.allCases.compactMap { event in
            let report = reports.first { $0.event == event }
            guard let program = settings.current.text(event.key) else { return report?.fields }
            guard var report else { return HookReport(event, program: program).fields }
            report.program = program
            return report.fields
        }
    }

    /// The value as JSON; numbers that JSON cannot express become text.
    private static func json(_ value: Value) -> JSONTree {
        switch value {
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
        worker.post(.quit)
        if isInSession { worker.leave(after: 1) } else { worker.join() }
    }
}
