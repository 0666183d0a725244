// The settings in force. One owner at a time; only `init` blocks on the disk. Writes nothing: `SettingsWrite` does.
public import Dictation
public import Messages
internal import Storage

/// The settings in force, the sources of their values, and the files that store them.
public struct SettingsStore: Sendable {
    /// The files as they were last read.
    public private(set) var files: SettingsFiles
    /// The user's file, with further problems of values that contradict each other.
    private var common: SettingsFile
    /// The engine's own file, with further problems of values that contradict each other.
    private var engine: SettingsFile?
    /// The project's file, with further problems of values that contradict each other.
    private var project: SettingsFile?
    /// Values of the command line, which override the files while this engine runs.
    private let options: [ParameterKey: Value]
    /// Values of variables of the environment, which hold where neither an option nor a file does.
    private let surroundings: (values: [ParameterKey: Value], problems: [SettingsProblem])
    /// Values of all files, with changes that are not stored yet.
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
        var own: String?
        // A session has its project for what differs, and a file that is named has all.
        if project == nil, request.text(.settings) == nil, let name = request.text(.name) {
            own = ConfigFile.standardPath(engine: name, environment)
        }
        files = SettingsFiles(
            common: SettingsFile(path), engine: own.map { SettingsFile($0) }, project: project.map { SettingsFile($0) }
        ).read()
        (common, engine, self.project) = (files.common, files.engine, files.project)
        surroundings = SettingsTable.read(environment: environment)
        options = request.values.filter { SettingsTable.setting($0.key)?.isOption == true }
        current = SettingsTable.effective(options: options, file: [:], environment: surroundings.values)
        refresh()
    }

    /// Path of the file for all engines; nil without a home folder.
    public var commonPath: String? { common.path }

    /// Path of the engine's own file; nil for an engine that has none.
    public var enginePath: String? { engine?.path }

    /// Path of the file that the user's own changes go to: the engine's, or else that of all engines; nil without a home folder.
    public var path: String? { engine?.path ?? common.path }

    /// All problems as lines, each with the path of its file.
    public var told: [StoredText] {
        let files = [common, engine, project].compactMap(\.self)
        return files.flatMap { file in file.problems.map { problem in StoredText("settings \(file.path ?? ""): \(problem)") } }
            + surroundings.problems.map { problem in StoredText(problem.description) }
    }

    /// All problems; those of an engine's or a project's file include its path.
    public var problems: [SettingsProblem] {
        let others = [engine, project].compactMap(\.self).flatMap { file in
            file.problems.map { SettingsProblem(line: 0, key: $0.key, words: "\(file.path ?? ""): \($0)") }
        }
        return common.problems + others + surroundings.problems
    }

    /// Path of the file that stores a key.
    public func path(of key: ParameterKey) -> String? { isProjects(key) ? project?.path : path }

    /// True if the project's file stores this key.
    private func isProjects(_ key: ParameterKey) -> Bool { project != nil && SettingsTable.setting(key)?.needs == .project }

    /// True if the value in force is that of the engine's own file, or a change that goes there.
    private func isEngines(_ key: ParameterKey) -> Bool {
        guard engine != nil else { return false }
        if let change = unkept.flatMap(\.values).last(where: { $0.key == key }) { return change.value != nil }
        return engine?.values[key] != nil
    }

    /// Options of the command line, in the form in which they would be given again.
    public var said: [String: String] {
        var words: [String: String] = [:]
        for (key, value) in options { words[key.rawValue] = SettingsTable.setting(key).map { SettingsTable.text(value, of: $0) } }
        return words
    }

    /// Privileges of surfaces; the standard ones if the setting is invalid.
    public var permissions: Permissions {
        guard let text = current.text(.oscMay) else { return .standard }
        do throws(CommandError) { return try Permissions(text) } catch { return .standard }
    }

    /// The standard path of the user's file; nil without a home folder.
    public static func standardPath(_ environment: (String) -> String?) -> String? {
        ConfigFile.standardPath(environment)
    }

    /// Takes files that were read again, and gives the keys whose values have changed.
    public mutating func adopt(_ files: SettingsFiles) -> Set<ParameterKey> {
        self.files = files
        return refresh()
    }

    /// Computes the settings in force, and gives the keys whose values have changed.
    @discardableResult
    private mutating func refresh() -> Set<ParameterKey> {
        let before = current.values
        (common, engine, project) = (files.common, files.engine, files.project)
        let foreign = project?.values ?? [:]
        let own = common.values.merging(engine?.values ?? [:]) { $1 }
        file = own.filter { !isProjects($0.key) }.merging(foreign.filter { isProjects($0.key) }) { $1 }
        // Projects of older versions have a copy of all the user's settings. Values equal to the user's are left out without a
        // word.
        let left = SettingsTable.all.map(\.key).filter { foreign[$0] != nil && !isProjects($0) && foreign[$0] != own[$0] }
        project?.leaveOut(left)
        // A reset in the engine's file brings the common value back.
        for (key, value) in unkept.flatMap(\.values) { file[key] = value ?? (engine == nil ? nil : common.values[key]) }
        current = SettingsTable.effective(options: options, file: file, environment: surroundings.values)
        // Values of the files that contradict each other are dropped until the rest is valid.
        while let (keys, words) = SettingsCheck.fault(in: current) {
            let wrong = keys.filter { file[$0] != nil }
            guard let key = wrong.first else { break }
            switch source(of: key) {
            case "project": project?.refuse(key, words)
            case "engine": engine?.refuse(key, words)
            default: common.refuse(key, words)
            }
            file[key] = nil
            current = SettingsTable.effective(options: options, file: file, environment: surroundings.values)
        }
        return Set(SettingsTable.all.map(\.key).filter { before[$0] != current.values[$0] })
    }

    /// Changes keys, all or none; no values means a reset. Gives the keys whose values have changed, and the write that stores
    /// the change. Call `settle` once that write has ended. Throws `SettingsError`.
    public mutating func plan(
        _ changes: [(key: ParameterKey, values: [String])]
    ) throws(SettingsError) -> (keys: Set<ParameterKey>, write: SettingsWrite) {
        let keys = changes.map(\.key)
        guard Set(keys.map(isProjects)).count < 2 else {
            throw .refused(tr("some of these are the project's and some your own: set them one after the other"))
        }
        guard let path = keys.first.map(path(of:)) ?? self.path else {
            throw .noPlace
        }
        var next = file
        var values: [(key: ParameterKey, value: Value?)] = []
        for (key, texts) in changes {
            next[key] = engine == nil ? nil : common.values[key]
            do throws(CommandError) {
                let setting = try SettingsTable.known(key)
                let all = try texts.map { (text) throws(CommandError) in try SettingsTable.value(text, of: setting) }
                if !all.isEmpty { next[key] = all.count == 1 ? all[0] : .text(SettingsStore.joined(all)) }
            } catch {
                throw SettingsError.refused(SettingsTable.words(error))
            }
            values.append((key, texts.isEmpty ? nil : next[key]))
        }
        if let (keys, words) = SettingsCheck.fault(
            in: SettingsTable.effective(options: options, file: next, environment: surroundings.values)),
            keys.contains(where: { key in changes.contains { $0.key == key } })
        {
            throw SettingsError.refused(words)
        }
        let isForeign = keys.first.map(isProjects) == true
        let write = SettingsWrite(id: nextID, path: path, isProjects: isForeign, isEngines: engine != nil, changes: changes)
        nextID += 1
        unkept.append((write.id, values))
        return (refresh(), write)
    }

    /// Notes that a write has ended. If it failed, the values of the file apply again. `files` were read after the write. Gives
    /// the keys whose values have changed.
    public mutating func settle(_ write: SettingsWrite, _ files: SettingsFiles) -> Set<ParameterKey> {
        unkept.removeAll { $0.id == write.id }
        return adopt(files)
    }

    /// Several values as the text of a list.
    private static func joined(_ values: [Value]) -> String {
        values.map(\.description).joined(separator: String(CommandParameter.separator))
    }

    /// The source of a key's value: `option`, `project`, `engine` (its own file), `file` (that of all engines), `environment` or
    /// `default`.
    public func source(of key: ParameterKey) -> String {
        if options[key] != nil { return "option" }
        guard file[key] != nil else { return surroundings.values[key] == nil ? "default" : "environment" }
        if isProjects(key) { return "project" }
        return isEngines(key) ? "engine" : "file"
    }
}
