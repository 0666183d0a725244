// Correcting a transcript in the user's editor. One thread; waits for a person.
import Catalogue
import Dictation
import Messages
import Storage
import System
import Words

/// Opens the words of a recording in the user's editor, and brings them back with their times (W7).
///
/// The library is read and written here, under its lock: an engine may record, cut or transcribe meanwhile.
struct TranscriptEditor {
    private let library: Library
    private let name: String
    private let environment: [String: String]

    /// Finds the library and the recording. `answer` asks the engine, or the library without one. Throws for a request to another
    /// machine.
    init(
        _ request: Request, _ remote: Remote, answer: (Request) throws(DictaError) -> Reply
    ) throws(DictaError) {
        guard remote.url == nil else {
            throw .notRemote(verb: "transcript edit", cure: tr("run it on the machine of the library"))
        }
        environment = remote.environment
        let list: Request
        let show: Request
        do throws(CommandError) {
            var values: [ParameterKey: Value] = [:]
            for key in [ParameterKey.library, .name] { values[key] = request.values[key] }
            show = try CommandTable.request(.library(.transcript), values)
            values[.name] = nil
            values[.limit] = .int(1)
            list = try CommandTable.request(.library(.ls), values)
        } catch {
            throw .usage(error)
        }
        name = try answer(show).fields["name"]?.description ?? ""
        let folder = try answer(list).fields["library"]?.description ?? ""
        do throws(StorageError) { library = try Library(folder: folder, mayWrite: true) } catch {
            throw .library(.storage(error))
        }
    }

    /// Opens the editor, waits for its end and takes the text back. The answer has the counts of changes.
    func run() throws(DictaError) -> Outcome {
        do throws(StorageError) {
            let (transcript, recording) = (try library.transcript(of: name), try library.recording(name))
            let page = TextEdit.page(for: TimelineText(transcript, recording.timeline), rate: recording.rate)
            let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
            let path = "\(folder)/dicta-\(ThisProcess.identifier)-\(name).txt"
            try Library.writeNew(Array(page.utf8), to: path, isSecret: true)
            let report = try keeping(path) { () throws(StorageError) in
                try edit(path)
                return try take(path, page, (transcript, recording))
            }
            Library.removeText(path)
            return report.map { Self.outcome($0, name) }
                ?? Outcome(Reply(["name": .text(name), "changed": .int(0)]), text: tr("Nothing was changed") + "\n")
        } catch {
            throw .library(.storage(error))
        }
    }

    /// Takes the edited text; nil if nothing was changed.
    private func take(
        _ path: String, _ page: String, _ base: (transcript: Transcript, recording: Recording)
    ) throws(StorageError) -> TextEditReport? {
        guard let edited = String(validating: try Library.contents(ofText: path, atMost: TextEdit.mostBytes), as: UTF8.self)
        else {
            throw .refusedText(reason: tr("the text is not UTF-8, so nothing was changed; save it as UTF-8"), path: path)
        }
        guard edited != page else { return nil }
        var outcome: Result<TextEditReport, TextEditError> = .success(TextEditReport())
        try library.updateTranscript(of: name, step: .fresh()) { (now, recording) throws(StorageError) in
            guard Self.isSame(recording, base.recording) else {
                throw .refusedText(reason: tr("the sound of \(name) was replaced meanwhile, so nothing was changed"), path: path)
            }
            outcome = Result { () throws(TextEditError) in
                try TextEdit.apply(
                    edited: edited, base: (base.transcript, base.recording.timeline), rate: recording.rate, onto: &now)
            }
        }
        do throws(TextEditError) { return try outcome.get() } catch { throw .refusedText(reason: "\(error)", path: path) }
    }

    /// True if the words of the earlier state still have their sound: a cut moves it, and a flattening replaces its files.
    private static func isSame(_ now: Recording, _ before: Recording) -> Bool {
        let old = Set(before.timeline.segments)
        return now.created == before.created && old.isSubset(of: now.segments.map(\.file))
            && (now.timeline.length == 0 || !old.isDisjoint(with: now.timeline.segments))
    }

    /// Does work on the edited text. Each error tells the file that still has it.
    private func keeping<Value>(_ path: String, _ work: () throws(StorageError) -> Value) throws(StorageError) -> Value {
        do throws(StorageError) { return try work() } catch {
            if case .refusedText = error { throw error }
            throw .refusedText(reason: "\(error)", path: path)
        }
    }

    /// Runs the editor on the file. Throws `refusedText` if it does not end well; the file stays then.
    private func edit(_ path: String) throws(StorageError) {
        let line = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "nano"
        // The line may have options, as `EDITOR="code --wait"`, so a shell reads it.
        let program = ChildProgram(
            "/bin/sh", ["-c", "\(line) \"$1\"", "sh", path], environment: environment.map { "\($0.key)=\($0.value)" })
        let child: Int32
        do throws(SystemError) { child = try program.start() } catch {
            throw .refusedText(reason: tr("the editor '\(line)' cannot be started (\(error))"), path: path)
        }
        guard let end = ProcessEnd.wait(for: child), end == .exit(0) else {
            throw .refusedText(
                reason: tr("the editor '\(line)' did not end well, so nothing was changed; set $EDITOR"), path: path)
        }
    }

    private static func outcome(_ report: TextEditReport, _ name: String) -> Outcome {
        let fields: Fields = [
            "name": .text(name), "changed": .int(Int64(report.changed)), "inserted": .int(Int64(report.inserted)),
            "removed": .int(Int64(report.removed)), "lines": .int(Int64(report.lines)),
            "conflicts": .int(Int64(report.conflicts.count)),
        ]
        let items: [Fields] = report.conflicts.map {
            [
                "file": .text($0.file), "from_frames": .int($0.start), "before": .text($0.before), "theirs": .text($0.theirs),
                "yours": .text($0.yours),
            ]
        }
        let words = TranscriptText.counts(
            name, changed: Int64(report.changed), inserted: Int64(report.inserted), removed: Int64(report.removed))
        let lines = report.lines
        var text = tr(lines, "\(words) in \(lines) line", "\(words) in \(lines) lines") + "\n"
        for conflict in report.conflicts {
            let (before, theirs, yours) = (conflict.before, conflict.theirs, conflict.yours)
            text += tr("'\(before)' was changed meanwhile to '\(theirs)'; yours stays: '\(yours)'") + "\n"
        }
        return Outcome(Reply(fields, items: items), text: text)
    }
}
