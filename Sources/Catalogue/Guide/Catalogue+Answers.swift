// Answers to question sheets. One owner at a time; blocks on the disk.
public import Dictation
internal import Guide
internal import JSON
internal import Messages
internal import Storage
internal import System
internal import Words

extension Catalogue {
    /// The languages of prompts and questions, the most wanted first: the setting's, then those of the locale.
    public static func languages(_ setting: String?) -> [String] {
        [setting].compactMap(\.self).map(UserLanguages.letters) + UserLanguages.preferred(ThisProcess.variable)
    }

    /// The answers of a recording to its sheet, or to the one that is named. `speaker` stands for `[Name]` in questions. Blocks on
    /// the disk. Throws `CatalogueError`.
    private func answers(
        _ name: String, to sheet: String?, _ guide: GuideCatalogue, languages: [String], speaker: String
    ) throws(CatalogueError) -> AnsweredSheet {
        let recording: Recording
        let transcript: Transcript
        do throws(StorageError) {
            recording = try library.recording(try library.nameOfRecording(name))
            transcript = try library.transcript(of: recording.name)
        } catch {
            throw .storage(error)
        }
        guard let sheetName = sheet ?? recording.sheet else {
            throw .usage(
                tr("answers: \(recording.name) answers no question sheet; name one with --sheet ('dicta ask list' lists them)"))
        }
        let moment = GuideMoment.now
        return AnsweredSheet(
            guide.sheet(sheetName), named: sheetName, recording, transcript,
            words: GuideWords(name: speaker, dayPart: moment.dayPart, weekPart: moment.weekPart), languages: languages)
    }

    /// Answers the verb `answers`. Blocks on the disk. Throws `CatalogueError`.
    func answers(_ request: Request) throws(CatalogueError) -> Reply {
        let guide: GuideCatalogue
        do throws(StorageError) { guide = try GuideFiles.catalogue() } catch { throw .storage(error) }
        let sheet = try answers(
            request.text(.name) ?? "", to: request.text(.sheet), guide, languages: Self.languages(request.text(.promptLanguage)),
            speaker: request.text(.promptName) ?? "")
        guard let form = request.text(.as) ?? Self.form(of: request.text(.to)) else {
            guard request.text(.to) == nil else {
                throw .usage(tr("answers: say the form with --as (markdown, json), or by the ending of the path (.md, .json)"))
            }
            return Reply(sheet.fields, items: sheet.items)
        }
        let text = form == "json" ? String(decoding: sheet.json.printed, as: UTF8.self) : sheet.markdown
        if let path = request.text(.to) {
            let ending = form == "json" ? "json" : "md"
            let target = Library.isFolder(path) ? "\(path)/\(sheet.recording).answers.\(ending)" : path
            try refuseOwnPlace(target, request)
            do throws(StorageError) { try Library.writeNew(Array(text.utf8), to: target) } catch { throw .storage(error) }
            return Reply(sheet.fields + ["path": .text(target)])
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
        return Reply(sheet.fields, items: lines.map { ["output": .text(String($0))] })
    }

    private static func form(of path: String?) -> String? {
        guard let path else { return nil }
        return path.hasBytes(last: ".json") ? "json" : path.hasBytes(last: ".md") ? "markdown" : nil
    }

    /// The recording that answers a sheet: the named one, else the latest of the recordings `SHEET`, `SHEET 2` and so on, else
    /// none. The name is free for a new recording where there is none, or with `isNew`. Blocks on the disk. Throws
    /// `CatalogueError`, as `.usage` for a named recording that answers another sheet.
    public func recording(
        answering sheet: String, named name: String?, isNew: Bool
    ) throws(CatalogueError) -> (name: String, recording: Recording?) {
        if let name, !isNew {
            guard let found = try recording(named: name) else { return (name, nil) }
            guard let other = found.sheet, other != sheet else { return (found.name, found) }
            throw .usage(tr("ask: \(found.name) answers the sheet \(other); name another recording with --in"))
        }
        var latest: Recording?
        var number = 1
        while true {
            let candidate = number == 1 ? name ?? sheet : "\(name ?? sheet) \(number)"
            guard let found = try recording(named: candidate) else {
                guard !isNew, let latest else { return (candidate, nil) }
                return (latest.name, latest)
            }
            if found.sheet == sheet { latest = found }
            number += 1
        }
    }

    /// A recording by its name; nil when there is none.
    private func recording(named name: String) throws(CatalogueError) -> Recording? {
        do throws(StorageError) {
            return try library.recording(try library.nameOfRecording(name))
        } catch .noSuchRecording {
            return nil
        } catch {
            throw .storage(error)
        }
    }
}
