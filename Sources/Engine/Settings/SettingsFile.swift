// A settings file as it was last read. A value of the store; blocks on the disk while it reads. Writes nothing.
internal import Dictation
internal import Storage

/// A file of settings as it was last read: the user's own, or that of a session's project.
struct SettingsFile: Sendable {
    /// Nothing where there is no home to have it in.
    let path: String?
    private(set) var values: [ParameterKey: Value] = [:]
    private(set) var problems: [SettingsProblem] = []
    private var text = SettingsText("")

    init(_ path: String?) { self.path = path }

    /// Reads the file; values from before stay where it cannot be read.
    mutating func read() {
        do throws(StorageError) {
            text = SettingsText(try path.map(ConfigFile.read)?.flatMap(\.self) ?? "")
            (values, problems) = text.read()
        } catch {
            problems = [SettingsProblem(line: 0, key: nil, words: error.description)]
        }
    }

    /// A value that does not go together with others.
    mutating func refuse(_ key: ParameterKey, _ words: String) {
        problems.append(SettingsProblem(line: text.line(of: key) ?? 0, key: key.rawValue, words: "\(key): \(words)"))
        problems.sort { $0.line < $1.line }
    }

    /// Values that are there and may not be, all in one problem.
    mutating func leaveOut(_ keys: [ParameterKey]) {
        guard !keys.isEmpty else { return }
        let names = keys.map(\.rawValue).joined(separator: ", ")
        let words = "a session's project cannot bring \(names): left out; 'dicta set' changes your own"
        problems.insert(SettingsProblem(line: 0, key: nil, words: words), at: 0)
    }
}
