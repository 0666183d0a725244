// The user's settings for work without an engine. One thread; reads one file.
import Catalogue
import Dictation
import Storage

/// The settings needed without an engine: library, reserve and hooks.
struct OwnSettings {
    private let values: Request
    private let home: String

    /// Reads the file. Wrong lines are ignored, as in the engine. A file that cannot be read throws: it could name any folder.
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

    /// Bytes to keep free on the disk.
    var reserve: Int64 { (values.int(.reserve) ?? 0) * 1_000_000 }

    func hook(_ event: HookEvent) -> String? { values.text(event.key) }
}
