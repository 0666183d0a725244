// A settings file as it was last read. Any thread; a value. Blocks on the disk in `read`; writes nothing.
public import Dictation
internal import Messages
internal import Storage

/// A settings file as it was last read: the user's own, or that of a session's project.
public struct SettingsFile: Sendable {
    /// Path of the file; nil without a home folder.
    public let path: String?
    /// The valid values.
    public private(set) var values: [ParameterKey: Value] = [:]
    /// Lines and values that are wrong, in the order of their lines.
    public private(set) var problems: [SettingsProblem] = []
    /// The lines of the file.
    private var text = SettingsText("")

    /// Makes an empty file; does not touch the disk.
    public init(_ path: String?) { self.path = path }

    /// Reads the file. Blocks on the disk. Earlier values stay if the file cannot be read.
    public mutating func read() {
        do throws(StorageError) {
            text = SettingsText(try path.map(ConfigFile.read)?.flatMap(\.self) ?? "")
            (values, problems) = text.read()
        } catch {
            problems = [SettingsProblem(line: 0, key: nil, words: error.description)]
        }
    }

    /// Notes that a value contradicts others.
    mutating func refuse(_ key: ParameterKey, _ words: String) {
        problems.append(SettingsProblem(line: text.line(of: key) ?? 0, key: key.rawValue, words: "\(key): \(words)"))
        problems.sort { $0.line < $1.line }
    }

    /// Notes values that a project may not set, all in one problem.
    mutating func leaveOut(_ keys: [ParameterKey]) {
        guard !keys.isEmpty else { return }
        let names = keys.map(\.rawValue).joined(separator: ", ")
        let problem = SettingsProblem(
            line: 0, key: nil,
            words: tr("a session's project cannot set \(names): ignored; 'dicta set' changes your own settings"))
        problems.insert(problem, at: 0)
    }
}
