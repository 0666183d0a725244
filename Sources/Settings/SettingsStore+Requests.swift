// The verbs `set` and `settings`: from requests to changes, and from settings to answers. One owner at a time; no I/O.
public import Dictation
internal import Messages

extension SettingsStore {
    /// The changes that a request asks for, in the forms `set KEY VALUE`, `set --KEY VALUE ...` and `set --reset KEY`; no values
    /// means a reset. None for a request that shows settings. Throws `.refused`.
    public func changes(of request: Request) throws(SettingsError) -> [(key: ParameterKey, values: [String])] {
        var changes: [(key: ParameterKey, values: [String])] = []
        for setting in SettingsTable.all {
            guard let value = request.values[setting.key] else { continue }
            changes.append((setting.key, [SettingsTable.text(value, of: setting)]))
        }
        guard let key = request.text(.key) else {
            guard !request.flag(.reset), request.text(.value) == nil else {
                throw .refused(tr("name the setting (dicta set KEY VALUE, dicta set --reset KEY)"))
            }
            return changes
        }
        let setting = try setting(key)
        let value = request.text(.value)
        guard !setting.isList || value == nil && !request.flag(.reset) else {
            throw .refused(tr("'\(key)' has a verb of its own: see 'dicta help \(key)'"))
        }
        guard !request.flag(.reset) || value == nil else { throw .refused(tr("a value and --reset do not go together")) }
        if let value { changes.append((setting.key, [value])) }
        if request.flag(.reset) { changes.append((setting.key, [])) }
        guard Set(changes.map(\.key)).count == changes.count else { throw .refused(tr("'\(key)' is given twice")) }
        return changes
    }

    /// The reply to a request without changes: the named setting, or all settings. Settings of the owner are shown to the owner
    /// only, since hooks can contain passwords. Throws `.refused` for an unknown key.
    public func shown(_ request: Request, by authority: Authority) throws(SettingsError) -> Reply {
        if let key = request.text(.key) {
            let setting = try setting(key)
            return Reply(["file": .text(path(of: [setting.key]))], items: [describe(setting)])
        }
        let known = SettingsTable.all.filter { $0.needs < .owner || authority == .owner }
        let all = known.filter { !request.flag(.changed) || source(of: $0.key) != "default" }
        var fields: Fields = ["file": .text(commonPath ?? "")]
        if let own = enginePath { fields.append("engine_file", .text(own)) }
        fields.append("problems", .int(Int64(problems.count)))
        if authority == .owner, !problems.isEmpty { fields.append("settings_problems", .list(problems.map(\.description))) }
        return Reply(fields, items: all.map(describe))
    }

    /// The reply to a change: each setting with its values before and now, and the time at which it takes effect. With
    /// `isRunning` false no engine has taken the change.
    public func changed(_ keys: [ParameterKey], from before: Request, isRunning: Bool = true) -> Reply {
        let items = keys.compactMap { SettingsTable.setting($0) }.map { setting in
            var fields = describe(setting)
            fields.append("before", .text(before.values[setting.key].map { SettingsTable.text($0, of: setting) } ?? ""))
            let holds = isRunning ? setting.holds : .nextStart
            let isOverruled = source(of: setting.key) == "option"
            let time = isOverruled ? tr("once the engine runs without --\(setting.key)") : holds.rawValue
            fields.append("takes_effect", .text(time))
            return fields
        }
        return Reply(["file": .text(path(of: keys))], items: items)
    }

    /// The file that stores these keys; empty if there is none.
    private func path(of keys: [ParameterKey]) -> String { keys.first.flatMap(path(of:)) ?? path ?? "" }

    /// The setting with this name. Throws `.refused`.
    private func setting(_ key: String) throws(SettingsError) -> Setting {
        do throws(CommandError) { return try SettingsTable.known(key) } catch { throw .refused(error.description) }
    }

    /// The fields of one setting.
    private func describe(_ setting: Setting) -> Fields {
        let value = current.values[setting.key].map { SettingsTable.text($0, of: setting) } ?? ""
        return ["key": .text(setting.key.rawValue), "value": .text(value), "from": .text(source(of: setting.key))]
    }
}
