// The verbs `set` and `settings`, carried out without an engine. One thread; blocks on the disk.
import Dictation
import Settings
import Storage

/// Shows and changes the settings of an engine that does not run.
struct SettingsAlone {
    private var store: SettingsStore

    /// Reads the files that the engine would read.
    init(engine: String, environment: [String: String]) throws(DictaError) {
        do throws(CommandError) {
            let start = try CommandTable.daemon.check([.name: .text(engine)])
            store = SettingsStore(start) { environment[$0] }
        } catch {
            throw .usage(error)
        }
    }

    /// The answer, in the words of an engine. A change is on the disk when this returns.
    mutating func ask(_ request: Request) throws(DictaError) -> Reply {
        do throws(SettingsError) {
            if request.verb == .settings(.preset) {
                if let changes = try store.presetChange(of: request) { try make(changes) }
                return try store.presets(request)
            }
            let changes = try store.changes(of: request)
            guard !changes.isEmpty else { return try store.shown(request, by: .owner) }
            let before = store.current
            try make(changes)
            return store.changed(changes.map(\.key), from: before, isRunning: false)
        } catch {
            throw .settings(error)
        }
    }

    /// Makes changes, which are on the disk when this returns.
    private mutating func make(_ changes: [(key: ParameterKey, values: [String])]) throws(SettingsError) {
        let write = try store.plan(changes).write
        do throws(StorageError) { try write.run() } catch { throw .storage(error) }
        _ = store.settle(write, store.files.read())
    }
}
