// The verbs of the library without an engine. One thread; blocks on the disk.
import Catalogue
import Dictation
import Glibc
import Storage

/// Does by itself what needs no engine: looks at the library's folder, checks and recovers it.
struct Alone {
    let folder: String
    private let settings: OwnSettings
    /// Whether a person looks on.
    private let showsProgress: Bool

    /// Also while an engine works there: the same locks keep the two apart.
    init(_ request: Request, environment: [String: String]) throws(DictaError) {
        settings = try OwnSettings(environment)
        folder = request.text(.library) ?? settings.library
        showsProgress = isatty(STDERR_FILENO) == 1
    }

    func ask(_ request: Request) throws(DictaError) -> Reply {
        // A folder that is not there is no reason to make one, unless something is to come into it.
        let isThere = unsafe access(folder, F_OK) == 0
        let isNew = request.verb == .library(.importing) && !isThere
        guard isNew || isThere else { throw .noLibrary(folder) }
        do throws(CatalogueError) {
            let isChange = if case .library(let verb) = request.verb { verb.isChange } else { false }
            let catalogue = Catalogue(try open(isNew: isNew, mayWrite: isChange), reserve: settings.reserve)
            let reply = try Catalogue.isQuestion(request) ? catalogue.answer(request) : finish(request, catalogue)
            return request.verb == .library(.complete) ? withoutHook(reply) : reply
        } catch {
            throw .library(error)
        }
    }

    /// Programs of the user are run, watched and ended by an engine: without one it is said that none was.
    private func withoutHook(_ reply: Reply) -> Reply {
        guard settings.hook(.completed) != nil else { return reply }
        let name = reply.fields["name"]?.description ?? "it"
        let words =
            "\(name) is completed, and its hook (\(HookEvent.completed.key)) was not run, since no engine did it;"
            + " 'dicta start' and 'dicta complete' run it"
        return Reply(reply.fields, items: reply.items, failure: Failure(.refused, words))
    }

    private func open(isNew: Bool, mayWrite: Bool) throws(CatalogueError) -> Library {
        do throws(StorageError) {
            return try isNew ? Library(folder: folder) : Library(folder: folder, mayWrite: mayWrite)
        } catch {
            throw .storage(error)
        }
    }

    private func finish(_ request: Request, _ catalogue: Catalogue) throws(CatalogueError) -> Reply {
        let id = try catalogue.begin(request)
        var shown = -1
        let signals = HeldSignals()
        while true {
            if signals.isAsked { catalogue.cancel(id) }
            for over in catalogue.step() where over.id == id {
                if shown >= 0 { Output.progress(nil) }
                return try over.result.get()
            }
            guard showsProgress, let progress = catalogue.progress else { continue }
            let percent = Int(progress.fraction * 100)
            if percent != shown { Output.progress("\(request.name) \(percent) %") }
            shown = percent
        }
    }
}
