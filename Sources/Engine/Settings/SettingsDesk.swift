// Settings: read, changed and stored. Control loop only.
internal import Dictation
internal import Messages
internal import Settings
internal import System
internal import Threads

/// Owns the settings in force, and the thread that stores them.
final class SettingsDesk: Desk {
    private let board: Switchboard
    private var store: SettingsStore
    private let worker: Worker<SettingsKeeper>
    private let events: Mailbox<SettingsKeeper.Event>
    /// Callers who wait until a change is stored, by the ID of the write.
    private var answers: [UInt64: (Result<Void, EngineError>) -> Void] = [:]

    /// Callers who wait until the files are read, in the order of their requests.
    private var readers: [() -> Void] = []

    /// Starts the settings thread. Throws `EngineError.system` if the system refuses a thread.
    init(_ board: Switchboard, _ store: SettingsStore, wake: WakeDescriptor) throws(EngineError) {
        self.board = board
        self.store = store
        (worker, events) = try Worker.reporting(to: wake, name: "dicta-settings", wake: WakeSemaphore()) {
            SettingsKeeper(outbox: $0)
        }
    }

    /// The settings in force.
    var current: Request { store.current }
    /// Privileges of surfaces.
    var permissions: Permissions { store.permissions }
    /// Path of the user's own file, for a session that starts this engine again; nil for an engine with a file of its own, which
    /// finds both by its name.
    var sessionPath: String? { store.enginePath == nil ? store.path : nil }
    /// Options of the command line, in the form in which they would be given again.
    var said: [String: String] { store.said }

    /// Logs problems with the files, and tells all desks the settings.
    func start() {
        for problem in store.told { EngineLog.say(.warning, .settings, "a line of the settings is not used: \(problem)") }
        apply(Set(SettingsTable.all.map(\.key)))
        // Another program may have changed the files since they were read: it asked when no engine answered yet.
        read {}
    }

    func turn(_ now: Moment) {
        for event in events.take() { handle(event) }
    }

    /// Only the owner is shown the problems: lines of the files can contain secrets.
    func status(for authority: Authority) -> Fields {
        guard !store.problems.isEmpty else { return [:] }
        let words = store.problems.map(\.description)
        let count = store.problems.count
        let hint = tr(
            count, "\(count) that the owner sees in 'dicta settings'", "\(count) that the owner sees in 'dicta settings'")
        return ["settings_problems": .list(authority == .owner ? words : [hint])]
    }

    /// Carries out a verb. Throws if the request is refused at once; otherwise `answer` is called exactly once.
    func perform(
        _ verb: SettingsVerb, _ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer
    ) throws(EngineError) {
        switch verb {
        case .set: try set(request, by: authority, answer)
        case .settings: show(request, by: authority, answer)
        case .preset: try preset(request, answer)
        }
    }

    /// Tells all desks which settings have changed.
    private func apply(_ keys: Set<ParameterKey>) {
        guard !keys.isEmpty else { return }
        if keys.contains(.logLevel) { EngineLog.show(store.current.text(.logLevel).flatMap(LogLevel.init) ?? .info) }
        board.tell(.settings(keys, store.current))
    }

    /// Changes settings, or shows them.
    private func set(_ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let changes = try asSettings { () throws(SettingsError) in try store.changes(of: request) }
        guard !changes.isEmpty else { return show(request, by: authority, answer) }
        let before = store.current
        try change(changes) { [self] result in answer(result.map { _ in store.changed(changes.map(\.key), from: before) }) }
    }

    /// Changes presets, or shows them.
    private func preset(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let shown: () -> Void = { [self] in
            do throws(EngineError) {
                answer(.success(try asSettings { () throws(SettingsError) in try store.presets(request) }))
            } catch {
                answer(.failure(error))
            }
        }
        guard let changes = try asSettings({ () throws(SettingsError) in try store.presetChange(of: request) }) else {
            return read(shown)
        }
        try change(changes) { result in
            if case .failure(let error) = result { answer(.failure(error)) } else { shown() }
        }
    }

    /// Shows settings once the files have been read.
    private func show(_ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer) {
        read { [self] in
            do throws(EngineError) {
                answer(.success(try asSettings { () throws(SettingsError) in try store.shown(request, by: authority) }))
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Runs `work`, and throws its error as `EngineError.settings`.
    private func asSettings<Result>(_ work: () throws(SettingsError) -> Result) throws(EngineError) -> Result {
        do throws(SettingsError) { return try work() } catch { throw .settings(error) }
    }

    /// Changes settings at once and stores them; `done` is called once they are on the disk. A change that cannot be stored is
    /// undone. Throws `EngineError.settings`.
    func change(
        _ changes: [(key: ParameterKey, values: [String])], _ done: @escaping (Result<Void, EngineError>) -> Void
    ) throws(EngineError) {
        let (keys, write) = try asSettings { () throws(SettingsError) in try store.plan(changes) }
        answers[write.id] = done
        apply(keys)
        worker.post(.keep(write, store.files))
    }

    /// Takes an event of the settings thread.
    private func handle(_ event: SettingsKeeper.Event) {
        switch event {
        case .kept(let write, let error, let files):
            apply(store.settle(write, files))
            answers.removeValue(forKey: write.id)?(error.map { .failure(.settings(.storage($0))) } ?? .success(()))
        case .read(let files):
            apply(store.adopt(files))
            if !readers.isEmpty { readers.removeFirst()() }
        }
    }

    /// Calls `then` after the files have been read again, because people edit them, too.
    private func read(_ then: @escaping () -> Void) {
        readers.append(then)
        worker.post(.read(store.files))
    }

    // MARK: Quit

    /// Stores all earlier changes and ends the thread. Blocks on the disk.
    func quit() {
        worker.post(.quit)
        worker.join()
        turn(Moment.now)
    }
}
