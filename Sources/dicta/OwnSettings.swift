// The user's settings where no engine runs that has read them. One thread; reads one file.
import Catalogue
import Dictation
import Storage

/// Settings that hold without an engine too: library, reserve and hooks.
struct OwnSettings {
    private let values: Request
    private let home: String

    /// Reads the file. Lines that are wrong do not hold, as in the engine; a file that cannot be read could name any folder, so
    /// that nothing is done then.
    init(_ environment: [String: String]) throws(DictaError) {
        home = environment["HOME"] ?? "."
        let path = ConfigFile.standardPath { environment[$0] }
        do throws(StorageError) {
            let text = SettingsText(try path.map(ConfigFile.read)?.flatMap(\.self) ?? "")
            values = SettingsTable.effective(options: [:], file: text.read().values)
        } catch {
            throw .library(.storage(error))
        }
    }

    var library: String {
        Library.standardFolder(setting: values.text(.library).flatMap { Library.isWholePath($0) ? $0 : nil }, home: home)
    }

    /// Bytes.
    var reserve: Int64 { (values.int(.reserve) ?? 0) * 1_000_000 }

    func hook(_ event: HookEvent) -> String? { values.text(event.key) }
}
