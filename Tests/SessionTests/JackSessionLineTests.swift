// Tests of the command line for JACK's own sessions, as managers change it.
import Session
import Testing

@Suite struct JackSessionLineTests {
    private static let folders = ["/s/plain/dicta/", "/s/my session/dicta/", "/s/two  blanks /dicta/", "/s/a -b --c/dicta/"]

    /// QjackCtl puts the folder in and splits at each blank; it knows no quotes and no shell.
    @Test(arguments: folders) func aLineThatIsSplitAtBlanksAloneFindsItsFile(folder: String) throws {
        let line = try JackSessionLine.text(engine: "dicta", id: "42").replacing("${SESSION_DIR}", with: folder)
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        #expect(arguments(words) == ["--name", "dicta", "--jack-session", "42", "--restore", folder + "dicta.json"])
    }

    /// Versions before 0.2.0 have left quotes in sessions.
    @Test(arguments: folders) func aLineWithQuotesIsRead(folder: String) {
        let line = "dictad --name dicta --jack-session 42 --restore \"\(folder)dicta.json\""
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        #expect(arguments(words).last == folder + "dicta.json")
        // A shell takes the quotes away.
        #expect(arguments(["dictad", "--jack-session", "42", "--restore", "\(folder)dicta.json"]).last == folder + "dicta.json")
    }

    @Test func optionsAfterThePathStay() {
        let words = ["dictad", "--jack-session=42", "--restore", "/my", "session/dicta.json", "--name", "x"]
        #expect(arguments(words) == ["--jack-session=42", "--restore", "/my session/dicta.json", "--name", "x"])
    }

    @Test func aLineOfPeopleIsLeftAlone() {
        let lines = ["dictad --restore a b", "dictad --jack-session 42", "dictad --jack-session 4 --restore"]
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            #expect(arguments(words) == Array(words.dropFirst()))
        }
        #expect(arguments(["dictad", "--jack-session", "4", "--restore", "--name", "x"]).count == 5)
    }

    /// A shell makes one blank of two; the environment variable has the exact folder.
    @Test func theFolderOfTheEnvironment() {
        #expect(JackSessionLine.path { $0 == "SESSION_DIR" ? "/s/two  blanks/" : nil } == "/s/two  blanks/dicta.json")
        #expect(JackSessionLine.path { _ in nil } == nil)
    }

    /// libjack cuts a longer line.
    @Test func theLineFitsIntoWhatLibjackKeeps() throws {
        let id = String(UInt64.max)
        #expect(try JackSessionLine.text(engine: String(repeating: "n", count: 63), id: id).utf8.count < 256)
        #expect(throws: SessionError.self) { try JackSessionLine.text(engine: String(repeating: "n", count: 200), id: id) }
    }

    private func arguments(_ words: [String]) -> [String] {
        JackSessionLine.words(Array(words.dropFirst())) { ["--name", "--socket"].contains($0) }
    }
}
