// The verbs of the library, carried out without an engine. One thread; blocks on the disk.
import Catalogue
import Dictation
import Messages
import Storage
import System

/// Carries out verbs of the library without an engine.
struct Alone {
    let folder: String
    private let settings: OwnSettings

    /// Reads the settings. An engine may work in the same folder: the library's locks keep the two apart.
    init(_ request: Request, engine: String, environment: [String: String]) throws(DictaError) {
        settings = try OwnSettings(environment, engine: engine)
        LibraryAccess.current = settings.libraryAccess
        DiaryFiles.isOn = settings.diaryFiles
        folder = request.text(.library) ?? settings.library
    }

    /// The same for the engine that the command line names.
    init(_ request: Request, of remote: Remote) throws(DictaError) {
        try self.init(request, engine: remote.engine, environment: remote.environment)
    }

    func ask(_ request: Request) throws(DictaError) -> Reply {
        // A missing folder is made only for an import.
        let isThere = File.exists(folder)
        let isNew = request.verb == .library(.importing) && !isThere
        guard isNew || isThere else {
            // No take makes a folder whose disk is away.
            do throws(StorageError) { try LibraryDisk.check(folder, mayWrite: false) } catch { throw .library(.storage(error)) }
            throw request.text(.library) == nil ? .noLibrary(folder) : .library(.storage(.missing(path: folder)))
        }
        do throws(CatalogueError) {
            let isChange =
                if case .library(let verb) = request.verb { verb.isChange && !request.isLibraryQuestion } else { false }
            let catalogue = Catalogue(try open(isNew: isNew, mayWrite: isChange), reserve: settings.reserve)
            let request = settings.completed(request)
            let reply = try warned(
                Catalogue.isQuestion(request) ? catalogue.answer(request) : finish(request, catalogue), catalogue.library)
            return request.verb == .library(.complete) ? withoutHook(reply) : reply
        } catch {
            throw .library(error)
        }
    }

    /// Writes the diary files that are missing or were not kept, if the setting asks for them.
    func keepDiaries() throws(DictaError) {
        guard settings.diaryFiles, File.exists(folder) else { return }
        do throws(StorageError) {
            let library = try Library(folder: folder, mayWrite: true)
            for name in try library.diariesToKeep() { try library.keepDiary(of: name) }
        } catch {
            throw .library(.storage(error))
        }
        for words in DiaryFiles.takeTroubles() { Output.complain(words.description) }
    }

    /// The reply with a warning of diary files and second copies that could not be written, and with the failure of a disk that did not
    /// confirm the change. The change itself is done.
    private func warned(_ reply: Reply, _ library: Library) -> Reply {
        var reply = reply
        if let doubt = library.takeDoubt() { reply.failure = reply.failure ?? Failure(.storage, doubt.description) }
        let troubles = (DiaryFiles.takeTroubles() + [library.copyTrouble()].compactMap(\.self)).map(\.description)
        guard !troubles.isEmpty else { return reply }
        let before = reply.fields["warning"].map { [$0.description] } ?? []
        let fields = reply.fields.all.filter { $0.key != "warning" }
        let all = Fields(fields) + ["warning": .text((before + troubles).joined(separator: "\n"))]
        return Reply(all, items: reply.items, failure: reply.failure)
    }

    /// Only an engine runs hooks: without one, the answer says that the hook was not run.
    private func withoutHook(_ reply: Reply) -> Reply {
        guard settings.hook(.completed) != nil else { return reply }
        let hook = HookEvent.completed.key
        let words =
            if let name = reply.fields["name"] {
                tr(
                    "\(name) is completed, but its hook (\(hook)) was not run, since it needs an engine;"
                        + " run 'dicta start', then 'dicta complete' again")
            } else {
                tr(
                    "the recording is completed, but its hook (\(hook)) was not run, since it needs an engine;"
                        + " run 'dicta start', then 'dicta complete' again")
            }
        return Reply(reply.fields, items: reply.items, failure: Failure(.refused, words))
    }

    private func open(isNew: Bool, mayWrite: Bool) throws(CatalogueError) -> Library {
        do throws(StorageError) {
            try LibraryDisk.check(folder, mayWrite: isNew || mayWrite)
            guard isNew else { return try Library(folder: folder, mayWrite: mayWrite) }
            let library = try Library(folder: folder)
            try LibraryDisk.check(folder, mayWrite: true)
            return library
        } catch {
            throw .storage(error)
        }
    }

    private func finish(_ request: Request, _ catalogue: Catalogue) throws(CatalogueError) -> Reply {
        let id = try catalogue.begin(request)
        var bar = WorkBar()
        let signals = HeldSignals()
        while true {
            if signals.isAsked { catalogue.cancel(id) }
            for over in catalogue.step() where over.id == id {
                bar.clear()
                return try over.result.get()
            }
            if catalogue.patience > 0 { ThisProcess.sleep(milliseconds: Int(catalogue.patience)) }
            guard let work = catalogue.work else { continue }
            bar.show(
                WorkLine(
                    verb: work.verb, name: work.name, done: Int64(work.done), total: Int64(work.total), fraction: work.fraction))
        }
    }
}
