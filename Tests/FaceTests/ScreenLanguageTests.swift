// Tests of the screen in other languages: processes of their own draw the same pictures, since a process has one language.
import Glibc
import System
import TestSupport
import Testing

@Suite("The screen in each language: at 80 columns nothing is cut, and each word is translated")
struct ScreenLanguageTests {
    /// A picture as it was written.
    private struct Picture {
        let columns: Int
        let rows: [Substring]
        let cuts: [Substring]

        init?(_ path: String) {
            guard let lines = Files.read(path)?.split(separator: "\n"), let columns = lines.first.flatMap({ Int($0) }) else {
                return nil
            }
            self.columns = columns
            rows = lines.dropFirst().filter { $0.hasPrefix("|") }
            cuts = lines.filter { $0.hasPrefix("cut: ") }
        }
    }

    private static let folder = TempFolder()
    /// Suites with pictures of pages, decks and dialogs.
    private static let suites = "FaceTests.*(DeckSnapshot|Panel|Group|Cue|PromptCard)"

    /// Draws all pictures in a language, and gives the folder. `kind` is the option of `session/translations` that makes it.
    private static func draw(_ language: String, _ kind: String = "--build") throws -> String {
        let own = try #require(ThisProcess.program)
        let session = String(#filePath.dropLast("Tests/FaceTests/ScreenLanguageTests.swift".count)) + "session"
        let catalogues = File.parent(of: own) + "/../share/locale"
        let built = Process.run("/bin/bash", [session + "/translations", kind, catalogues], environment: ["HOME": folder.path])
        try #require(built.code == 0, "\(built)")
        let pictures = folder.file(language)
        try File.makeFolders(pictures, mode: 0o700)
        // Tests that look for English words fail there; the pictures are made before.
        _ = Process.run(
            own, ["--testing-library", "swift-testing", "--no-parallel", "--filter", suites],
            environment: ["DICTA_PICTURES": pictures, "LC_ALL": "C.UTF-8", "LANGUAGE": language, "HOME": folder.path])
        return pictures
    }

    private static let english = Result { try draw("en") }

    @Test(
        .enabled(if: ScreenLanguage.pictures == nil, "draws in a process of its own"), arguments: ["de", "ru"])
    func fits(language: String) throws {
        let english = try Self.english.get()
        let own = try Self.draw(language)
        let names = try File.names(in: english) { _ in true }
        #expect(names.count > 80, "\(names.count) pictures")
        var translated = 0
        for name in names {
            let before = try #require(Picture("\(english)/\(name)"))
            guard let now = Picture("\(own)/\(name)") else {
                Issue.record("\(name) was not drawn")
                continue
            }
            translated += before.rows == now.rows ? 0 : 1
            guard before.columns >= 80 else { continue }
            #expect(before.cuts.isEmpty, "\(name): \(before.cuts)")
            #expect(now.cuts.isEmpty, "\(name): \(now.cuts)\n\(now.rows.joined(separator: "\n"))")
        }
        #expect(translated > names.count / 2, "\(translated) of \(names.count) pictures have words of the language")
    }

    /// The language "xx" puts each translated text into brackets. The words outside them are stored: names in the samples, keys,
    /// and values of settings, but no word of the screen.
    @Test(.enabled(if: ScreenLanguage.pictures == nil, "draws in a process of its own"))
    func untranslatedWords() throws {
        let folder = try Self.draw("xx", "--pseudo")
        var words: Set<String> = []
        for name in try File.names(in: folder) {
            for row in try #require(Picture("\(folder)/\(name)")).rows { words.formUnion(Self.bare(row)) }
        }
        Snapshot.check(words.sorted().joined(separator: "\n") + "\n", "untranslated-words")
    }

    /// Words of three letters or more outside brackets, without those that are cut. A bracket that is cut off ends with its pane.
    private static func bare(_ row: Substring) -> [String] {
        var depth = 0
        let outside = row.map { character -> Character in
            switch character {
            case "⟦": depth += 1
            case "⟧": depth = max(0, depth - 1)
            case "│", "┃": depth = 0
            default: return depth == 0 && (character == "…" || character.isASCII && character.isLetter) ? character : " "
            }
            return " "
        }
        return outside.split(separator: " ").filter { $0.count > 2 && !$0.contains("…") }.map { String($0) }
    }
}
