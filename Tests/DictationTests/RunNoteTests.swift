// Tests of the note of a running engine (issue 18: a crash note that the next start tells).
import Dictation
import Messages
import Testing

@Suite("The note of an engine, read by the next start")
struct RunNoteTests {
    private let note = RunNote(version: "1.2", started: 100, boot: "one")

    private func words(_ text: String, boot: String) -> String {
        RunNote(text).words(boot: boot, path: "/state/dicta.crash") { "at \($0)" }.english
    }

    @Test func aCrashIsToldWithItsSignal() {
        let text = note.text + "signal 11\ntime 200\nat 4f2a\nat 7fff0\n"
        let read = RunNote(text)
        #expect(read.ending(boot: "one") == .crash(signal: 11) && read.addresses == ["4f2a", "7fff0"] && read.crashed == 200)
        let words = words(text, boot: "two")
        #expect(words.contains("1.2") && words.contains("SIGSEGV (signal 11)") && words.contains("crashed at at 200"), "\(words)")
        #expect(words.contains("/state/dicta.crash"))
        #expect(RunNote(note.text + "signal 99\n").words(boot: "", path: "") { "\($0)" }.english.contains("by signal 99"))
    }

    @Test func anEndWithoutAWordIsAKillOrALossOfPower() {
        #expect(RunNote(note.text) == note)
        #expect(
            note.ending(boot: "one") == .killed && note.ending(boot: "two") == .machineDown && note.ending(boot: "") == .killed)
        #expect(words(note.text, boot: "one").contains("ended without a word"))
        #expect(words(note.text, boot: "two").contains("when the machine went down"))
    }

    /// A crash or a full disk can cut the file anywhere, and anything can be in it.
    @Test func anyTextIsRead() {
        let text = note.text + "signal 6\ntime 200\nat 1\n"
        for length in 0...text.count { _ = words(String(text.prefix(length)), boot: "one") }
        for text in ["", "\n\n", "signal", "signal x\nstarted y", "\u{0}\u{1}", String(repeating: "at 1\n", count: 10_000)] {
            #expect(!words(text, boot: "one").isEmpty)
        }
        #expect(RunNote(String(repeating: "at 1\n", count: 10_000)).addresses.count == 200)
    }
}
