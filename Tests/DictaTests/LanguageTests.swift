// Tests of the languages of dicta: all texts are translated, and all of them are seen whole.
import Dictation
import Glibc
import TestSupport
import Testing

@Suite("Languages: the user's locale decides, all texts follow it, and a text without a translation is English")
struct LanguageTests {
    let terminal = Terminal()

    static let session = String(#filePath.dropLast("Tests/DictaTests/LanguageTests.swift".count)) + "session"
    static let languages = ["de", "ru"]

    init() throws { try terminal.makeCatalogues() }

    private func run(_ words: [String], in language: String, adding: [String: String] = [:]) throws -> Finished {
        try terminal.run(words, adding: ["LC_ALL": "C.UTF-8", "LANGUAGE": language].merging(adding) { $1 })
    }

    private static let pages: [[String]] =
        [["help"], ["help", "--keys"]] + CommandTable.all.map { ["help", $0.name] }
        + ManualPage.allCases.map { ["help", "--man", $0.rawValue] }

    @Test("help fits into 80 columns in each language, and man takes each man page without a warning", arguments: languages)
    func help(language: String) throws {
        for words in Self.pages {
            let run = try run(words, in: language)
            #expect(run.code == 0 && run.errors.isEmpty, "\(words) \(run.errors)")
            #expect(try run.output != terminal.run(words).output, "\(words) is English")
            if !words.contains("--man") {
                for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(words): \(line)") }
            } else {
                let page = terminal.folder.file(words[2])
                #expect(Files.write(run.output, to: page))
                let man = Process.run(
                    "/usr/bin/man", ["--warnings", "-l", "-P", "cat", page],
                    environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "80", "PATH": "/usr/bin:/bin", "HOME": terminal.folder.path])
                #expect(man.code == 0 && man.errors.isEmpty, "\(words): \(man.errors)")
            }
        }
    }

    /// Words of English sentences that are no names of anything. A text of which one is outside the brackets is not translated.
    private static let english: Set<Substring> = [
        "the", "and", "or", "of", "is", "are", "with", "in", "not", "no", "when", "which", "that", "needs", "it",
        "its",
    ]

    /// The words outside the brackets of the language "xx".
    private static func bare(_ text: String) -> [Substring] {
        var depth = 0
        let outside = String(
            text.map { character in
                if character == "⟦" { depth += 1 }
                defer { if character == "⟧" { depth -= 1 } }
                return depth == 0 || character == "\n" ? character : " "
            })
        return outside.split { " \n\t,.;:()\"".contains($0) }
    }

    @Test("no English sentence is left in a language that puts each text into brackets")
    func nothingIsLeft() throws {
        try terminal.makeCatalogues("--pseudo")
        #expect(Self.bare("⟦all ⟦of⟧ it⟧ and this") == ["and", "this"])
        for words in Self.pages {
            let text = try run(words, in: "xx").output
            // An example is typed, and is no sentence.
            let lines = text.split(separator: "\n").filter { !$0.contains("dicta ") || $0.contains("⟦") }
            let left = Self.bare(lines.joined(separator: "\n")).filter(Self.english.contains)
            #expect(left.isEmpty, "\(words): \(left)")
        }
        for words in [["nonsense"], ["rec", "--bits", "7"], ["set", "nonsense", "1"], ["status"], ["play", "--from", "x"]] {
            let run = try run(words, in: "xx")
            #expect(run.code != 0 && Self.bare(run.errors).filter(Self.english.contains).isEmpty, "\(run)")
        }
    }

    @Test("each label and each head of a column is translated")
    func labels() throws {
        try terminal.makeCatalogues("--pseudo")
        let engine = try terminal.engine { request, _ in .success(Samples.reply(to: request)) }
        defer { engine.stop() }
        for words in [["status"], ["status", "--all"], ["meters"], ["rate"], ["dpc"]] {
            for line in try run(words, in: "xx").output.split(separator: "\n") {
                // A field of a later version has no label.
                #expect(line.hasPrefix("⟦") || line.hasPrefix("Of the future"), "\(words): \(line)")
            }
        }
        let heads = try #require(try run(["ls"], in: "xx").output.split(separator: "\n").first)
        #expect(heads.split(separator: "  ").allSatisfy { $0.drop { $0 == " " }.hasPrefix("⟦") }, "\(heads)")
    }

    @Test("the catalogues have each text of the sources, with the same values")
    func complete() throws {
        let run = Process.run(
            "/bin/bash", [Self.session + "/translations", "--check"],
            environment: ["HOME": terminal.folder.path, "PATH": "/usr/bin:/bin"])
        #expect(run.code == 0 && run.output.isEmpty, "\(run)")
    }

    @Test("a text without a translation is English, and so is all in C, in a language that is not there, and without UTF-8")
    func english() throws {
        let wanted = try terminal.run("help").output
        let german = try run(["help"], in: "de").output
        #expect(wanted.contains("Start a recording.") && german.contains("Eine Aufnahme starten."))
        for variables in [
            ["LC_ALL": "C", "LANGUAGE": "de"], ["LC_ALL": "C.UTF-8", "LANGUAGE": "tlh"], ["LC_ALL": "de_DE.ISO-8859-1"],
            ["LC_ALL": "", "LANG": "xx_YY.UTF-8", "LANGUAGE": "de"],
        ] {
            #expect(try terminal.run(["help"], adding: variables).output == wanted, "\(variables)")
        }
        // The first language of the list that is there.
        #expect(try run(["help"], in: "tlh:de:ru").output == german)
        // A catalogue with one text.
        let prefix = terminal.folder.file("prefix")
        let one = """
            msgid ""
            msgstr "Content-Type: text/plain; charset=UTF-8\\n"

            msgid "Start a recording."
            msgstr "Ĝi komencas."

            """
        #expect(terminal.folder.write(one, to: "one.po"))
        let made = Process.run(
            "/bin/bash",
            [
                "-c",
                #"""
                folder="$1/share/locale/eo/LC_MESSAGES"
                mkdir -p "$1/bin" "$folder" && cp "$2" "$1/bin/" && msgfmt -o "$folder/dicta.mo" "$3"
                """#,
                "bash", prefix, try Terminal.products() + "/dicta", terminal.folder.file("one.po"),
            ], environment: ["PATH": "/usr/bin:/bin"])
        try #require(made.code == 0, "\(made)")
        let mixed = Process.run(
            prefix + "/bin/dicta", ["help"], environment: ["LC_ALL": "C.UTF-8", "LANGUAGE": "eo", "HOME": terminal.folder.path])
        #expect(mixed.output == wanted.replacing("Start a recording.", with: "Ĝi komencas."))
    }

    @Test(
        "the locale decides, also without LANGUAGE",
        .enabled(if: Terminal.hasLocale("ru_RU"), "the locale ru_RU.UTF-8 is not installed"))
    func locale() throws {
        for variables in [
            ["LC_ALL": "", "LANG": "ru_RU.UTF-8"], ["LC_ALL": "ru_RU.UTF-8", "LANG": "de_DE.UTF-8"],
            ["LC_ALL": "", "LC_MESSAGES": "ru_RU.UTF-8", "LC_CTYPE": "C.UTF-8"],
        ] {
            #expect(try terminal.run(["help"], adding: variables).output.contains("Начать запись."), "\(variables)")
        }
    }

    @Test("plural forms: two in German, three in Russian")
    func plurals() throws {
        // The count of words is the end of the recording's name.
        let engine = try terminal.engine { request, _ in
            let name = request.text(.name) ?? ""
            let count = name.split(separator: "-").last.flatMap { Int64($0) } ?? 0
            return .success(Reply(["name": .text(name), "words": .int(count), "seconds": .double(60)]))
        }
        defer { engine.stop() }
        let wanted = [
            "de": [1: "1 Wort", 2: "2 Wörter", 5: "5 Wörter", 21: "21 Wörter"],
            "ru": [1: "1 слово", 2: "2 слова", 5: "5 слов", 21: "21 слово", 112: "112 слов"],
        ]
        for (language, forms) in wanted {
            for (count, words) in forms {
                let run = try run(["transcribe", "memo-\(count)"], in: language)
                #expect(run.output.contains(words), "\(run)")
            }
        }
    }

    @Test("JSON has the same keys in each language", arguments: languages)
    func json(language: String) throws {
        let engine = try terminal.engine { request, _ in .success(Samples.reply(to: request)) }
        defer { engine.stop() }
        for words in [["status"], ["ls"], ["info", "x"], ["meters"], ["commands"]] {
            let own = try run(["--json"] + words, in: language).output
            let english = try terminal.run(["--json"] + words).output
            #expect(own == english, "\(words)")
        }
        let error = try run(["--json", "rec", "--bits", "7"], in: language)
        #expect(Terminal.json(error.output, "o['error']['code']") == "5", "\(error)")
    }
}
