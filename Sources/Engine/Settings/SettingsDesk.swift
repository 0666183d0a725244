// Settings: read, changed and stored. Control loop only.
internal import Dictation
internal import System

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
        let events = Mailbox<SettingsKeeper.Event> { wake.wake() }
        self.events = events
        worker = try Worker(name: "dicta-settings", wake: WakeSemaphore()) { SettingsKeeper(outbox: events) }
    }

    /// The settings in force.
    var current: Request { store.current }
    /// Privileges of surfaces.
    var permissions: Permissions { store.permissions }
    /// Path of the user's own file; nil without a home folder.
    var path: String? { store.path }
    /// Options of the command line, in the form in which they would be given again.
    var said: [String: String] { store.said }

    /// Logs problems with the files, and tells all desks the settings.
    func start() {
        for problem in store.told { EngineLog.say(problem) }
        apply(Set(SettingsTable.all.map(\.key)))
    }

    func turn(_ now: Moment) {
        for event in events.take() { handle(event) }
    }

    /// Only the owner is shown the problems: lines of the files can contain secrets.
    func status(for authority: Authority) -> Fields {
        guard !store.problems.isEmpty else { return [:] }
        let words = store.problems.map(\.description).joined(separator: "; ")
        let count = "\(store.problems.count) that the owner sees in 'dicta settings'"
        return ["settings_problems": .text(authority == .owner ? words : count)]
    }

    /// Carries out a verb. Throws if the request is refused at once; otherwise `answer` is called exactly once.
    func perform(
        _ verb: SettingsVerb, _ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer
    ) throws(EngineError) {
        switch verb {
        case .set: try set(request, by: authority, answer)
        case .settings: read { [self] in answer(.success(list(request, by: authority))) }
        }
    }

    /// Tells all desks which settings have changed.
    private func apply(_ keys: Set<ParameterKey>) {
        if !keys.isEmpty { board.tell(.settings(keys, store.current)) }
    }

    /// The forms `set KEY VALUE`, `set --KEY VALUE ...`, `set KEY` and `set --reset KEY`.
    private func set(_ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let changes = try changes(request)
        var shown = changes.map(\.key)
        if changes.isEmpty, let key = request.text(.key) { shown = [try setting(key).key] }
        let before = store.current
        guard !changes.isEmpty else {
            return read { [self] in
                let items = shown.compactMap { SettingsTable.setting($0) }.map(describe)
                let all = items.isEmpty ? list(request, by: authority) : Reply(["file": .text(path(of: shown))], items: items)
                answer(.success(all))
            }
        }
        try change(changes) { [self] result in answer(result.map { _ in changed(shown, from: before) }) }
    }

    /// The reply to a change: each setting with its values before and now.
    private func changed(_ shown: [ParameterKey], from before: Request) -> Reply {
        let items = shown.compactMap { SettingsTable.setting($0) }.map { setting in
            var fields = describe(setting)
            fields.append("before", .text(before.values[setting.key].map { SettingsTable.text($0, of: setting) } ?? ""))
            let isOverruled = store.source(of: setting.key) == "option"
            fields.append("holds", .text(isOverruled ? "once the engine runs without --\(setting.key)" : setting.holds.rawValue))
            return fields
        }
        return Reply(["file": .text(path(of: shown))], items: items)
    }

    /// The file that stores these keys; empty if there is none.
    private func path(of keys: [ParameterKey]) -> String { keys.first.flatMap(store.path(of:)) ?? store.path ?? "" }

    /// Changes settings at once and stores them; `done` is called once they are on the disk. A change that cannot be stored is
    /// undone. Throws `EngineError.setting`.
    func change(
        _ changes: [(key: ParameterKey, values: [String])], _ done: @escaping (Result<Void, EngineError>) -> Void
    ) throws(EngineError) {
        let (keys, write) = try store.plan(changes)
        answers[write.id] = done
        apply(keys)
        worker.post(.keep(write, store.files))
    }

    /// Takes an event of the settings thread.
    private func handle(_ event: SettingsKeeper.Event) {
        switch event {
        case .kept(let write, let error, let files):
            apply(store.settle(write, files))
            answers.removeValue(forKey: write.id)?(error.map { .failure(.storage($0)) } ?? .success(()))
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

    /// The changes that a request asks for; no values means a reset. Throws `EngineError.setting`.
    private func changes(_ request: Request) throws(EngineError) -> [(key: ParameterKey, values: [String])] {
        var changes: [(key: ParameterKey, values: [String])] = []
        for setting in SettingsTable.all {
            guard let value = request.values[setting.key] else { continue }
            changes.append((setting.key, [SettingsTable.text(value, of: setting)]))
        }
        guard let key = request.text(.key) else {
            guard !request.flag(.reset), request.text(.value) == nil else {
                throw .setting("name the setting (dicta set KEY VALUE, dicta set --reset KEY)")
            }
            return changes
        }
        let setting = try setting(key)
        let value = request.text(.value)
        guard !setting.isList || value == nil && !request.flag(.reset) else {
            throw .setting("'\(key)' has a verb of its own: see 'dicta help \(key)'")
        }
        guard !request.flag(.reset) || value == nil else { throw .setting("a value and --reset do not go together") }
        if let value { changes.append((setting.key, [value])) }
        if request.flag(.reset) { changes.append((setting.key, [])) }
        guard Set(changes.map(\.key)).count == changes.count else { throw .setting("'\(key)' is given twice") }
        return changes
    }

    /// The setting with this name. Throws `EngineError.setting`.
    private func setting(_ key: String) throws(EngineError) -> Setting {
        do throws(CommandError) { return try SettingsTable.known(key) } catch { throw .setting(error.description) }
    }

    /// The reply that lists the settings. Settings of the owner are shown to the owner only: hooks can contain passwords.
    private func list(_ request: Request, by authority: Authority) -> Reply {
        let known = SettingsTable.all.filter { $0.needs < .owner || authority == .owner }
        let all = known.filter { !request.flag(.changed) || store.source(of: $0.key) != "default" }
        var fields: Fields = ["file": .text(store.path ?? ""), "problems": .int(Int64(store.problems.count))]
        for problem in store.problems where authority == .owner { fields.append("problem", .text(problem.description)) }
        return Reply(fields, items: all.map(describe))
    }

    /// The fields of one setting.
    private func describe(_ setting: Setting) -> Fields {
        let value = store.current.values[setting.key].map { SettingsTable.text($0, of: setting) } ?? ""
        return ["key": .text(setting.key.rawValue), "value": .text(value), "from": .text(store.source(of: setting.key))]
    }

    // MARK: Quit

    /// Stores all earlier changes and ends the thread. Blocks on the disk.
    func quit() {
        worker.post(.quit)
        worker.join()
        turn(Moment.now)
    }
}
