// Options of an analysis. Any thread; a value.
import Analysis
import Dictation
internal import Messages
import Storage

/// The form of an analysis, and the file that it goes to.
struct AnalysisOptions: Hashable {
    /// The forms of an analysis.
    enum Form: String { case text, json, markdown }

    /// The form that was asked for; nil for fields.
    let form: Form?
    /// Absolute path of the file; nil for an answer.
    let to: String?
    /// True to measure anew.
    let isAgain: Bool

    /// Reads the options of a request. Throws `.usage` for a path that is not whole.
    init(_ request: Request) throws(CatalogueError) {
        to = request.text(.to)
        isAgain = request.flag(.again)
        let named = request.text(.as).flatMap(Form.init)
        guard let to else {
            form = named
            return
        }
        guard Library.isWholePath(to) else {
            throw .usage(tr("\(request.name): --to is the whole path of a new file, from / on; got \(to)"))
        }
        let ending: Form = to.hasBytes(last: ".json") ? .json : to.hasBytes(last: ".md") ? .markdown : .text
        form = named ?? ending
    }

    /// Throws if the file exists, or its folder cannot be written: before any work. Blocks on the disk.
    func checkPath() throws(StorageError) {
        guard let to else { return }
        guard !Library.isThere(to) else { throw .exists(path: to) }
        try Library.checkFolder(Library.folder(of: to))
    }

    /// The answer, with the document that was asked for, or the path of its file. Blocks on the disk.
    func fields(_ report: AnalysisReport) throws(StorageError) -> Fields {
        guard let form else { return report.fields }
        let document =
            switch form {
            case .text: report.text
            case .json: report.json
            case .markdown: report.markdown
            }
        guard let to else { return report.fields + ["document": .text(document)] }
        try Library.writeNew(Array(document.utf8), to: to)
        return report.fields + ["path": .text(to)]
    }
}
