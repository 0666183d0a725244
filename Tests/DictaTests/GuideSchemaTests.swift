// Tests of the written schemas of prompts and question sheets: what the programs write and read has their forms (G1, G5).
import Dictation
import Guide
import Storage
import TestSupport
import Testing

@Suite("The written schemas of prompts and questions") struct GuideSchemaTests {
    let terminal = Terminal()

    @Test func linesOfTheBuiltInCatalogueHaveTheirForm() throws {
        let lines = BuiltInCatalogue.text.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.count >= 104)
        // One run of Python for all of them.
        for line in [lines.first, lines.last, lines.first { $0.contains("hint") }].compactMap(\.self) {
            #expect(Schema.problems(String(line), against: "catalogue") == "")
        }
        for wrong in [
            #"{"category":"x","text":"y"}"#, #"{"id":"a b"}"#, #"{"id":"a","weight":-1}"#, #"{"id":"a","depth":"low"}"#,
        ] {
            #expect(Schema.problems(wrong, against: "catalogue") != "", "\(wrong)")
        }
    }

    @Test func answersHaveTheirForm() throws {
        let library = try Library(folder: terminal.folder.file("Recordings"))
        try library.keepTwoTakes("house", try AudioFormat(rate: 48_000), frames: 48_000) { segment in
            segment.question = AskedQuestion(sheet: "house", id: "house.light", text: "Which room?")
        }
        let written = try terminal.run(["answer", "house", "4", "The kitchen, \"of course\""], path: "/usr/bin:/bin")
        #expect(written.code == 0, "\(written)")
        let run = try terminal.run(["answers", "house", "--as", "json"], path: "/usr/bin:/bin")
        #expect(run.code == 0, "\(run)")
        #expect(Schema.problems(run.output, against: "answers") == "")
        let read = Process.python(
            "import json, sys; d = json.loads(sys.argv[1]); n = d['notes'];"
                + " print(len(d['questions']), sorted(n), n['house.favourite']['answer'], n['house.light']['metadata']['rate'])",
            [run.output])
        #expect(read.output == "12 ['house.favourite', 'house.light'] The kitchen, \"of course\" 48000\n", "\(read)")
        for wrong in [
            "{}", run.output.replacing("\"isRequired\"", with: "\"required\""),
            run.output.replacing("\"answer\"", with: "\"text\""),
        ] {
            #expect(Schema.problems(wrong, against: "answers") != "")
        }
        let markdown = try terminal.run(["answers", "house", "--as", "markdown"], path: "/usr/bin:/bin")
        #expect(markdown.output.hasPrefix("# house\n") && markdown.output.contains("## 4. "))
        let shown = try terminal.run(["answers", "house"], path: "/usr/bin:/bin")
        #expect(shown.output.contains("4. ") && shown.output.contains("house: 2 of 12 questions are answered in house"))
    }
}
