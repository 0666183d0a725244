// Room: Engine. Control loop only; blocks on the disk while it reads the file, which is mostly in memory. Writes nothing.
public import Dictation
internal import Glibc
internal import Storage

/// The settings that hold, where they come from, and the file they are kept in.
public struct SettingsStore: Sendable {
    /// Nothing where there is no home to have it in.
    public let path: String?
    /// Said on the command line: they win as long as this engine runs.
    private let options: [String: Value]
    private var text = SettingsText("")
    private var file: [String: Value] = [:]
    /// What holds already and is not in the file yet; nothing for keys that are taken out.
    private var unkept: [(id: UInt64, values: [(key: String, value: Value?)])] = []
    private var nextID: UInt64 = 1
    public private(set) var problems: [SettingsProblem] = []
    public private(set) var current: Request

    /// Reads the file; what is wrong with it is in `problems`, the rest holds.
    public init(_ request: Request, environment: (String) -> String?) {
        path = request.text("settings") ?? SettingsStore.standardPath(environment)
        options = request.values.filter { SettingsTable.setting($0.key) != nil }
        current = SettingsTable.effective(options: options, file: [:])
        reload()
    }

    /// What was said on the command line, as it would be said again.
    var said: [String: String] {
        var words: [String: String] = [:]
        for (key, value) in options { words[key] = SettingsTable.setting(key).map { SettingsTable.text(value, of: $0) } }
        return words
    }

    static func standardPath(_ environment: (String) -> String?) -> String? {
        ConfigFile.standardPath(environment)
    }

    /// Reads the file again. Gives the keys that have another value now.
    @discardableResult
    public mutating func reload() -> Set<String> {
        let before = current.values
        do throws(StorageError) {
            text = SettingsText(try path.map(ConfigFile.read)?.flatMap(\.self) ?? "")
            (file, problems) = text.read()
        } catch {
            // What held before still does.
            problems = [SettingsProblem(line: 0, key: nil, words: error.description)]
        }
        for (key, value) in unkept.flatMap(\.values) { file[key] = value }
        current = SettingsTable.effective(options: options, file: file)
        // What does not go together falls, until the rest does.
        while let (keys, words) = SettingsCheck.fault(in: current) {
            let wrong = keys.filter { file[$0] != nil }
            guard let key = wrong.first else { break }
            problems.append(SettingsProblem(line: text.line(of: key) ?? 0, key: key, words: "\(key): \(words)"))
            file[key] = nil
            current = SettingsTable.effective(options: options, file: file)
        }
        problems.sort { $0.line < $1.line }
        return Set(SettingsTable.all.map(\.key).filter { before[$0] != current.values[$0] })
    }

    /// Sets (or, with no values, takes out) keys, all or none. Gives the keys that have another value now, and what has to be
    /// written; once that is done or has failed, `settle` wants to know.
    mutating func plan(
        _ changes: [(key: String, values: [String])]
    ) throws(EngineError) -> (keys: Set<String>, write: SettingsWrite) {
        guard let path else { throw .usage("there is no place for settings: set HOME or XDG_CONFIG_HOME") }
        var planned = reload()
        var next = file
        var values: [(key: String, value: Value?)] = []
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
        let write = SettingsWrite(id: nextID, path: path, changes: changes)
        nextID += 1
        unkept.append((write.id, values))
        planned.formUnion(reload())
        return (planned, write)
    }

    /// The file has it now, or will never have it: then what the file says holds again. Gives the keys that have another value.
    mutating func settle(_ write: SettingsWrite) -> Set<String> {
        unkept.removeAll { $0.id == write.id }
        return reload()
    }

    private static func joined(_ values: [Value]) -> String {
        values.map(\.description).joined(separator: String(CommandParameter.separator))
    }

    /// Where the value of a key comes from.
    func source(of key: String) -> String {
        if options[key] != nil { return "option" }
        return file[key] != nil ? "file" : "default"
    }
}
