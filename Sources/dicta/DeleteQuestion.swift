// Asks before recordings, or files in quarantine, are deleted. One thread; waits for a person.
import Dictation
import Drawing
import Messages
import System

/// The question before several recordings or files in quarantine are deleted: they are gone for good, and a pattern may match more than was meant.
struct DeleteQuestion {
    private let request: Request
    private let ask: (Request) throws(DictaError) -> Reply

    /// Recordings that are named one by one; more are counted.
    private static let named = 20

    /// Nil if nothing is to be asked: another verb, one recording by its name, `--yes`, or nobody to ask. A script that runs
    /// without a terminal works as it always did. Throws `.background` in a background job of a terminal, which cannot ask.
    init?(
        _ request: Request, asJSON: Bool, ask: @escaping (Request) throws(DictaError) -> Reply
    ) throws(DictaError) {
        let names = request.texts(.name)
        let isMany = names.count > 1 || names.contains { $0.contains("*") || $0.contains("?") }
        let isDiscard = request.verb == .library(.quarantine) && request.text(.do) == "discard"
        guard request.verb == .library(.delete) && isMany || isDiscard && (isMany || request.flag(.all)), !request.flag(.yes),
            !asJSON, Output.isTerminal
        else { return nil }
        guard Output.canAsk else { throw .background }
        self.request = request
        self.ask = ask
    }

    /// The request for exactly the recordings that were shown; nil if they are to be kept.
    func confirmed() throws(DictaError) -> Request? {
        let found = try found()
        guard !found.isEmpty else { return request }
        let size = Wording.size(found.reduce(0) { $0 + $1.bytes })
        var lines = found.prefix(Self.named).map { [PrintableText.line($0.name), Wording.size($0.bytes)] }
        let others = found.count - Self.named
        if others > 0 { lines.append([tr("and \(others) more"), ""]) }
        let width = lines.map { Cells.width(of: $0[0]) }.max() ?? 0
        let list = lines.map { "  \(Cells.padded($0[0], width))  \(Cells.padded($0[1], 9, right: true))\n" }.joined()
        let count = found.count
        let question =
            request.verb == .library(.delete)
            ? tr(
                count, "Delete \(count) recording permanently (\(size))? [y/N]",
                "Delete \(count) recordings permanently (\(size))? [y/N]")
            : tr(count, "Delete \(count) file permanently (\(size))? [y/N]", "Delete \(count) files permanently (\(size))? [y/N]")
        guard let answer = Output.ask("\(list)\(question) "), Output.isYes(answer) else { return nil }
        var exact: [ParameterKey: Value] = [
            .name: .text(found.map(\.name).joined(separator: String(CommandParameter.separator))), .yes: .flag(true),
        ]
        if request.verb != .library(.delete) { exact[.all] = .flag(false) }
        return try checked(request.command, request.values.merging(exact) { $1 })
    }

    /// The recordings of the names and patterns, each once.
    private func found() throws(DictaError) -> [(name: String, bytes: Double)] {
        guard request.verb == .library(.delete) else { return try foundInQuarantine() }
        var all: [(name: String, bytes: Double)] = []
        for name in request.texts(.name) {
            for item in try items(name) where !all.contains(where: { $0.name == item.name }) { all.append(item) }
        }
        return all
    }

    /// The named files in quarantine, or all of them.
    private func foundInQuarantine() throws(DictaError) -> [(name: String, bytes: Double)] {
        let names = request.texts(.name)
        let all = try ask(try request(.quarantine, [.do: .text("list")])).items
        return all.map { ($0["file"]?.description ?? "", $0.number("bytes")) }.filter {
            request.flag(.all) || names.contains($0.0)
        }
    }

    /// The recording of this name, which takes precedence, or those that match it as a pattern.
    private func items(_ name: String) throws(DictaError) -> [(name: String, bytes: Double)] {
        do throws(DictaError) {
            // The word that was typed stays the name: a file's name or path would be another recording's name here.
            return [(name, item(try ask(try request(.info, [.name: .text(name)])).fields).bytes)]
        } catch {
            guard error.code == .notFound, name.contains("*") || name.contains("?") else { throw error }
        }
        return try ask(try request(.ls, [.pattern: .text(name), .sort: .text("name")])).items.map(item)
    }

    private func item(_ fields: Fields) -> (name: String, bytes: Double) {
        (fields["name"]?.description ?? "", fields.number("bytes"))
    }

    private func request(_ verb: LibraryVerb, _ values: [ParameterKey: Value]) throws(DictaError) -> Request {
        // The question is about the library of the request.
        var values = values
        if let folder = self.request.values[.library] { values[.library] = folder }
        do throws(CommandError) { return try CommandTable.request(.library(verb), values) } catch { throw .usage(error) }
    }

    private func checked(_ command: Command, _ values: [ParameterKey: Value]) throws(DictaError) -> Request {
        do throws(CommandError) { return try command.check(values) } catch { throw .usage(error) }
    }
}
