// The user's settings for work without an engine. One thread; reads one file.
import Catalogue
import Dictation
import Storage
import System

/// The settings needed without an engine: library, reserve and hooks.
struct OwnSettings {
    private let values: Request
    private let home: String
    /// Lines that are not used, each with its file.
    private(set) var problems: [String] = []

    /// Reads the file for all engines and that of this engine. Wrong lines are ignored, as in the engine. A file that cannot be
    /// read throws: it could name any folder.
    init(_ environment: [String: String], engine: String) throws(DictaError) {
        home = UserFolders.home { environment[$0] }
        let paths = [
            ConfigFile.standardPath { environment[$0] }, ConfigFile.standardPath(engine: engine) { environment[$0] },
        ].compactMap(\.self)
        do throws(StorageError) {
            var file: [ParameterKey: Value] = [:]
            for path in paths {
                let (read, wrong) = SettingsText(try ConfigFile.read(path) ?? "").read()
                file.merge(read) { $1 }
                problems += wrong.map { "\(path): \($0)" }
            }
            values = SettingsTable.effective(options: [:], file: file)
        } catch {
            throw .library(.storage(error))
        }
    }

    var library: String {
        Library.standardFolder(setting: values.text(.library).flatMap { Library.isWholePath($0) ? $0 : nil }, home: home)
    }

    /// Users who may read new recordings.
    var libraryAccess: LibraryAccess { values.text(.libraryAccess).flatMap(LibraryAccess.init) ?? .owner }

    /// Bytes to keep free on the disk.
    var reserve: Int64 { (values.int(.reserve) ?? 0) * 1_000_000 }

    /// The request with the settings that it needs, where it names no values of its own.
    func completed(_ request: Request) -> Request {
        request.completed(by: values)
    }

    /// True if a diary file is kept beside each recording.
    var diaryFiles: Bool { values.text(.diaryFiles) == "on" }

    /// A setting of the screen; nil if it has no value.
    func text(_ key: ParameterKey) -> String? { values.text(key) }

    /// The lines of a setting that may have several.
    func texts(_ key: ParameterKey) -> [String] { values.texts(key) }

    func hook(_ event: HookEvent) -> String? { values.text(event.key) }
}
