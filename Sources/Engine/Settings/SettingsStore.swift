// The settings that hold. Control loop only; blocks on the disk while it is made, and never after that. Writes nothing.
public import Dictation
internal import Glibc
internal import Storage

/// The settings that hold, where they come from, and the file they are kept in.
public struct SettingsStore: Sendable {
    /// The files as they were read last.
    private(set) var files: SettingsFiles
    /// The same, with what is wrong with values that do not go together.
    private var own: SettingsFile
    private var project: SettingsFile?
    /// Said on the command line: they win as long as this engine runs.
    private let options: [ParameterKey: Value]
    private var file: [ParameterKey: Value] = [:]
    /// Values that hold already and are not in their file yet; nil for keys that are taken out.
    private var unkept: [(id: UInt64, values: [(key: ParameterKey, value: Value?)])] = []
    private var nextID: UInt64 = 1
    public private(set) var current: Request

    /// Reads the files; what is wrong with them is in `problems`, the rest holds.
    /// - Parameter project: The settings of a session's project, which may bring what is a project's (C10).
    public init(_ request: Request, project: String? = nil, environment: (String) -> String?) {
        let path = request.text(.settings) ?? SettingsStore.standardPath(environment)
        files = SettingsFiles(own: SettingsFile(path), project: project.map { SettingsFile($0) }).read()
        (own, self.project) = (files.own, files.project)
        options = request.values.filter { SettingsTable.setting($0.key) != nil }
        current = SettingsTable.effective(options: options, file: [:])
        refresh()
    }

    /// The user's own file; nothing where there is no home to have it in.
    public var path: String? { own.path }

    /// Problems, each with the path of its file.
    public var told: [String] {
        [own, project].compactMap(\.self).flatMap { file in file.problems.map { "settings \(file.path ?? ""): \($0)" } }
    }

    /// Problems of the files; those of a project with its path.
    public var problems: [SettingsProblem] {
        let foreign = (project?.problems ?? []).map { problem in
            SettingsProblem(line: 0, key: problem.key, words: "\(project?.path ?? ""): \(problem)")
        }
        return own.problems + foreign
    }

    /// Path of the file that keeps a key.
    func path(of key: ParameterKey) -> String? { isProjects(key) ? project?.path : own.path }

    private func isProjects(_ key: ParameterKey) -> Bool { project != nil && SettingsTable.setting(key)?.needs == .project }

    /// What was said on the command line, as it would be said again.
    var said: [String: String] {
        var words: [String: String] = [:]
        for (key, value) in options { words[key.rawValue] = SettingsTable.setting(key).map { SettingsTable.text(value, of: $0) } }
        return words
    }

    /// Privileges of surfaces; the standard ones where the setting cannot be read.
    var permissions: Permissions {
        guard let text = current.text(.oscMay) else { return .standard }
        do throws(CommandError) { return try Permissions(text) } catch { return .standard }
    }

    static func standardPath(_ environment: (String) -> String?) -> String? {
        ConfigFile.standardPath(environment)
    }

    /// Takes files that were read again. Gives the keys that have another value now.
    mutating func adopt(_ files: SettingsFiles) -> Set<ParameterKey> {
        self.files = files
        return refresh()
    }

    /// Works out what holds. Gives the keys that have another value now.
    @discardableResult
    private mutating func refresh() -> Set<ParameterKey> {
        let before = current.values
        (own, project) = (files.own, files.project)
        let foreign = project?.values ?? [:]
        file = own.values.filter { !isProjects($0.key) }.merging(foreign.filter { isProjects($0.key) }) { $1 }
        // A project of before this was so has a copy of all that its user had: that is left out without a word.
        let left = SettingsTable.all.map(\.key).filter { foreign[$0] != nil && !isProjects($0) && foreign[$0] != own.values[$0] }
        project?.leaveOut(left)
        for (key, value) in unkept.flatMap(\.values) { file[key] = value }
        current = SettingsTable.effective(options: options, file: file)
        // What does not go together falls, until the rest does.
        while let (keys, words) = SettingsCheck.fault(in: current) {
            let wrong = keys.filter { file[$0] != nil }
            guard let key = wrong.first else { break }
            if isProjects(key) { project?.refuse(key, words) } else { own.refuse(key, words) }
            file[key] = nil
            current = SettingsTable.effective(options: options, file: file)
        }
        return Set(SettingsTable.all.map(\.key).filter { before[$0] != current.values[$0] })
    }

    /// Sets (or, with no values, takes out) keys, all or none. Gives the keys that have another value now, and what has to be
    /// written; once that is done or has failed, `settle` wants to know.
    mutating func plan(
        _ changes: [(key: ParameterKey, values: [String])]
    ) throws(EngineError) -> (keys: Set<ParameterKey>, write: SettingsWrite) {
        let keys = changes.map(\.key)
        guard Set(keys.map(isProjects)).count < 2 else {
            throw .setting("some of these are the project's and some your own: set them one after the other")
        }
        guard let path = keys.first.map(path(of:)) ?? own.path else {
            throw .usage("there is no place for settings: set HOME or XDG_CONFIG_HOME")
        }
        var next = file
        var values: [(key: ParameterKey, value: Value?)] = []
        for (key, texts) in changes {
            next[key] = nil
            do throws(CommandError) {
                let setting = try SettingsTable.known(key)
                let all = try texts.map { (text) throws(CommandError) in try SettingsTable.value(text, of: setting) }
                if !all.isEmpty { next[key] = all.count == 1 ? all[0] : .text(SettingsStore.joined(all)) }
            } catch {
                throw EngineError.setting(SettingsTable.words(error))
            }
            values.append((key, next[key]))
        }
        if let (keys, words) = SettingsCheck.fault(in: SettingsTable.effective(options: options, file: next)),
            keys.contains(where: { key in changes.contains { $0.key == key } })
        {
            throw EngineError.setting(words)
        }
        let isForeign = keys.first.map(isProjects) == true
        let write = SettingsWrite(id: nextID, path: path, isProjects: isForeign, changes: changes)
        nextID += 1
        unkept.append((write.id, values))
        return (refresh(), write)
    }

    /// The file has the change now, or will never have it: then what the file says holds again. `files` were read after the
    /// write. Gives the keys that have another value.
    mutating func settle(_ write: SettingsWrite, _ files: SettingsFiles) -> Set<ParameterKey> {
        unkept.removeAll { $0.id == write.id }
        return adopt(files)
    }

    private static func joined(_ values: [Value]) -> String {
        values.map(\.description).joined(separator: String(CommandParameter.separator))
    }

    /// Where the value of a key comes from.
    func source(of key: ParameterKey) -> String {
        if options[key] != nil { return "option" }
        guard file[key] != nil else { return "default" }
        return isProjects(key) ? "project" : "file"
    }
}
