// The settings in force. One owner at a time; only `init` blocks on the disk. Writes nothing.
public import Dictation
internal import Storage

/// The settings in force, the sources of their values, and the files that store them.
public struct SettingsStore: Sendable {
    /// The files as they were last read.
    private(set) var files: SettingsFiles
    /// The user's file, with further problems of values that contradict each other.
    private var own: SettingsFile
    /// The project's file, with further problems of values that contradict each other.
    private var project: SettingsFile?
    /// Values of the command line, which override the files while this engine runs.
    private let options: [ParameterKey: Value]
    /// Values of both files, with changes that are not stored yet.
    private var file: [ParameterKey: Value] = [:]
    /// Changes in force that are not in their file yet; nil for keys that are reset.
    private var unkept: [(id: UInt64, values: [(key: ParameterKey, value: Value?)])] = []
    /// ID of the next write.
    private var nextID: UInt64 = 1
    /// The settings in force, as a checked request.
    public private(set) var current: Request

    /// Reads the files. Blocks on the disk. Invalid lines are noted in `problems`, and the rest is used.
    ///
    /// - Parameters:
    ///   - request: the command line.
    ///   - project: path of the settings of a session's project, which may set only what belongs to projects (C10); nil outside
    ///     a session.
    ///   - environment: looks up a variable of the environment.
    public init(_ request: Request, project: String? = nil, environment: (String) -> String?) {
        let path = request.text(.settings) ?? SettingsStore.standardPath(environment)
        files = SettingsFiles(own: SettingsFile(path), project: project.map { SettingsFile($0) }).read()
        (own, self.project) = (files.own, files.project)
        options = request.values.filter { SettingsTable.setting($0.key) != nil }
        current = SettingsTable.effective(options: options, file: [:])
        refresh()
    }

    /// Path of the user's file; nil without a home folder.
    public var path: String? { own.path }

    /// All problems as lines for the log, each with the path of its file.
    public var told: [String] {
        [own, project].compactMap(\.self).flatMap { file in file.problems.map { "settings \(file.path ?? ""): \($0)" } }
    }

    /// All problems; those of a project's file include its path.
    public var problems: [SettingsProblem] {
        let foreign = (project?.problems ?? []).map { problem in
            SettingsProblem(line: 0, key: problem.key, words: "\(project?.path ?? ""): \(problem)")
        }
        return own.problems + foreign
    }

    /// Path of the file that stores a key.
    func path(of key: ParameterKey) -> String? { isProjects(key) ? project?.path : own.path }

    /// True if the project's file stores this key.
    private func isProjects(_ key: ParameterKey) -> Bool { project != nil && SettingsTable.setting(key)?.needs == .project }

    /// Options of the command line, in the form in which they would be given again.
    var said: [String: String] {
        var words: [String: String] = [:]
        for (key, value) in options { words[key.rawValue] = SettingsTable.setting(key).map { SettingsTable.text(value, of: $0) } }
        return words
    }

    /// Privileges of surfaces; the standard ones if the setting is invalid.
    var permissions: Permissions {
        guard let text = current.text(.oscMay) else { return .standard }
        do throws(CommandError) { return try Permissions(text) } catch { return .standard }
    }

    /// The standard path of the user's file; nil without a home folder.
    static func standardPath(_ environment: (String) -> String?) -> String? {
        ConfigFile.standardPath(environment)
    }

    /// Takes files that were read again, and gives the keys whose values have changed.
    mutating func adopt(_ files: SettingsFiles) -> Set<ParameterKey> {
        self.files = files
        return refresh()
    }

    /// Computes the settings in force, and gives the keys whose values have changed.
    @discardableResult
    private mutating func refresh() -> Set<ParameterKey> {
        let before = current.values
        (own, project) = (files.own, files.project)
        let foreign = project?.values ?? [:]
        file = own.values.filter { !isProjects($0.key) }.merging(foreign.filter { isProjects($0.key) }) { $1 }
        // Projects of older versions have a copy of all the user's settings. Values equal to the user's are left out without a
        // word.
        let left = SettingsTable.all.map(\.key).filter { foreign[$0] != nil && !isProjects($0) && foreign[$0] != own.values[$0] }
        project?.leaveOut(left)
        for (key, value) in unkept.flatMap(\.values) { file[key] = value }
        current = SettingsTable.effective(options: options, file: file)
        // Values of the files that contradict each other are dropped until the rest is valid.
        while let (keys, words) = SettingsCheck.fault(in: current) {
            let wrong = keys.filter { file[$0] != nil }
            guard let key = wrong.first else { break }
            if isProjects(key) { project?.refuse(key, words) } else { own.refuse(key, words) }
            file[key] = nil
            current = SettingsTable.effective(options: options, file: file)
        }
        return Set(SettingsTable.all.map(\.key).filter { before[$0] != current.values[$0] })
    }

    /// Changes keys, all or none; no values means a reset. Gives the keys whose values have changed, and the write that stores
    /// the change. Call `settle` once that write has ended. Throws `EngineError.setting`.
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

    /// Notes that a write has ended. If it failed, the values of the file apply again. `files` were read after the write. Gives
    /// the keys whose values have changed.
    mutating func settle(_ write: SettingsWrite, _ files: SettingsFiles) -> Set<ParameterKey> {
        unkept.removeAll { $0.id == write.id }
        return adopt(files)
    }

    /// Several values as the text of a list.
    private static func joined(_ values: [Value]) -> String {
        values.map(\.description).joined(separator: String(CommandParameter.separator))
    }

    /// The source of a key's value: `option`, `default`, `project` or `file`.
    func source(of key: ParameterKey) -> String {
        if options[key] != nil { return "option" }
        guard file[key] != nil else { return "default" }
        return isProjects(key) ? "project" : "file"
    }
}
