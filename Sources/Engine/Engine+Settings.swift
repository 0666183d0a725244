// Room: Engine. Control loop only: settings that are asked for, changed and brought to what they are for.
internal import Control
internal import Dictation
internal import Stretch

extension Engine {
    /// `set KEY VALUE`, `set --KEY VALUE ...`, `set KEY`, `set --reset KEY`.
    func set(_ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let changes = try changes(request)
        var shown = changes.map(\.key)
        if changes.isEmpty, let key = request.text("key") { shown = [try setting(key).key] }
        let before = settings.current
        guard !changes.isEmpty else {
            apply(settings.reload())
            let items = shown.compactMap { SettingsTable.setting($0) }.map(describe)
            answer(
                .success(
                    items.isEmpty
                        ? listSettings(request, by: authority) : Reply(["file": .text(path(of: shown))], items: items)))
            return
        }
        try change(changes) { [self] result in answer(result.map { _ in changed(shown, from: before) }) }
    }

    private func changed(_ shown: [String], from before: Request) -> Reply {
        let items = shown.compactMap { SettingsTable.setting($0) }.map { setting in
            var fields = describe(setting)
            fields.append("before", .text(before.values[setting.key].map { SettingsTable.text($0, of: setting) } ?? ""))
            let isOverruled = settings.source(of: setting.key) == "option"
            fields.append("holds", .text(isOverruled ? "once the engine runs without --\(setting.key)" : setting.holds.rawValue))
            return fields
        }
        return Reply(["file": .text(path(of: shown))], items: items)
    }

    private func path(of keys: [String]) -> String { keys.first.flatMap(settings.path(of:)) ?? settings.path ?? "" }

    /// What is changed holds at once; `done` is told once it is kept too. What cannot be kept holds no more then.
    func change(
        _ changes: [(key: String, values: [String])], _ done: @escaping (Result<Void, EngineError>) -> Void
    ) throws(EngineError) {
        let (keys, write) = try settings.plan(changes)
        settingsAnswers[write.id] = done
        apply(keys)
        settingsThread.post(.keep(write))
    }

    func handle(_ event: SettingsThread.Event) {
        apply(settings.settle(event.write))
        let answer = settingsAnswers.removeValue(forKey: event.write.id)
        answer?(event.error.map { .failure(.storage($0)) } ?? .success(()))
    }

    private func changes(_ request: Request) throws(EngineError) -> [(key: String, values: [String])] {
        var changes: [(key: String, values: [String])] = []
        for setting in SettingsTable.all {
            guard let value = request.values[setting.key] else { continue }
            changes.append((setting.key, [SettingsTable.text(value, of: setting)]))
        }
        guard let key = request.text("key") else {
            guard !request.flag("reset"), request.text("value") == nil else {
                throw .setting("name the setting (dicta set KEY VALUE, dicta set --reset KEY)")
            }
            return changes
        }
        let setting = try setting(key)
        let value = request.text("value")
        guard !setting.isList || value == nil && !request.flag("reset") else {
            throw .setting("'\(key)' has a verb of its own: see 'dicta help \(key)'")
        }
        guard !request.flag("reset") || value == nil else { throw .setting("a value and --reset do not go together") }
        if let value { changes.append((key, [value])) }
        if request.flag("reset") { changes.append((key, [])) }
        guard Set(changes.map(\.key)).count == changes.count else { throw .setting("'\(key)' is given twice") }
        return changes
    }

    private func setting(_ key: String) throws(EngineError) -> Setting {
        do throws(CommandError) { return try SettingsTable.known(key) } catch { throw .setting(error.description) }
    }

    /// Those that are the owner's are told to nobody else: hooks can have passwords in them.
    func listSettings(_ request: Request, by authority: Authority) -> Reply {
        apply(settings.reload())
        let known = SettingsTable.all.filter { $0.needs < .owner || authority == .owner }
        let all = known.filter { !request.flag("changed") || settings.source(of: $0.key) != "default" }
        var fields: Fields = ["file": .text(settings.path ?? ""), "problems": .int(Int64(settings.problems.count))]
        for problem in settings.problems where authority == .owner { fields.append("problem", .text(problem.description)) }
        return Reply(fields, items: all.map(describe))
    }

    private func describe(_ setting: Setting) -> Fields {
        let value = settings.current.values[setting.key].map { SettingsTable.text($0, of: setting) } ?? ""
        return ["key": .text(setting.key), "value": .text(value), "from": .text(settings.source(of: setting.key))]
    }

    /// Brings what holds at once to where it holds.
    func apply(_ keys: Set<String>) {
        let now = settings.current
        func isNew(_ names: String...) -> Bool { names.contains(where: keys.contains) }
        if isNew("backstep") { player.backstep = now.time("backstep") ?? .seconds(0) }
        if isNew("rec-dropouts", "input-latency") {
            recorder.watchesDropouts = now.text("rec-dropouts") == "on"
            recorder.inputLatency = now.time("input-latency") ?? .seconds(0)
        }
        if isNew("dpc-quality", "dpc-formants") {
            player.settings.stretch.engine = now.text("dpc-quality") == "faster" ? .faster : .finer
            player.settings.stretch.preservesFormants = now.text("dpc-formants") == "keep"
            player.tellSettings()
        }
        if isNew("monitor", "monitor-level", "monitor-pitch") { monitor.apply(now, client) }
        if isNew("hook-jobs") { hooks.post(.jobs(Int(now.int("hook-jobs") ?? 2))) }
        if isNew("osc-may") { server.permissions = settings.permissions }
        if isNew("midi") { midi.map.replace(now.texts("midi")) }
        if isNew("connect-in", "connect-out", "midi-connect") { portChangesSeen = -1 }
    }
}
