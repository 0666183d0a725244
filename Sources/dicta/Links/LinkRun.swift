// The verb `open`: carries out a link. One thread; asks the engine.
import Dictation
import Messages
import System

/// Carries out a link within the right that the user gives to links, or says what it would do.
struct LinkRun {
    private let link: Link
    private let permission: LinkPermission

    /// Reads the link and the setting `link-may` of the user's own files. Throws for a link that is refused in any case.
    init(_ request: Request, _ remote: Remote) throws(DictaError) {
        guard remote.url == nil else { throw .notRemote(verb: "open", cure: tr("run it on the engine's machine")) }
        do throws(CommandError) { link = try Link(request.text(.link) ?? "") } catch { throw .usage(error) }
        let settings = try OwnSettings(remote.environment, engine: remote.engine)
        permission = settings.text(.linkMay).flatMap(LinkPermission.init) ?? .off
    }

    /// Carries the link out. `answer` sends a request to the engine.
    func run(_ answer: (Request) throws(DictaError) -> Reply) throws(DictaError) -> Outcome {
        guard link.isAutorun else {
            let words = tr("The link would \(link.words): \(link.line). Nothing was done; a link with autorun=1 is carried out.")
            return Outcome(words + "\n", as: "would_run", link.line)
        }
        guard link.needs <= permission else { throw .linkRefused(words: link.words, line: link.line, needs: link.needs) }
        return try Outcome(try answer(link.request), to: link.request)
    }
}
