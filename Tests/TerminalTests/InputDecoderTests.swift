// Tests of the decoder of keys, mouse and pasted text.
import Dictation
import Drawing
import Terminal
import Testing

@Suite("Input of a terminal (T12)")
struct InputDecoderTests {
    private func read(_ text: String, _ known: [[UInt8]: Key] = [:]) -> [InputEvent] {
        var decoder = InputDecoder(known)
        return decoder.take(Array(text.utf8)) + decoder.giveUp()
    }

    private func names(_ text: String) -> [String] {
        read(text).map { if case .key(let key) = $0 { key.name } else { "\($0)" } }
    }

    @Test(arguments: [
        ("a", ["a"]), (" ", ["space"]), ("ü", ["ü"]), ("漢", ["漢"]), ("\r", ["enter"]), ("\t", ["tab"]), ("\u{7f}", ["backspace"]),
        ("\u{1b}", ["escape"]), ("\u{1b}\u{1b}", ["escape", "escape"]), ("\u{1b}x", ["alt-x"]), ("\u{1b}[", ["alt-["]),
        ("\u{0c}", ["ctrl-l"]), ("\u{1a}", ["ctrl-z"]), ("\u{0}", ["ctrl-@"]), ("\u{1b}[A\u{1b}OB", ["up", "down"]),
        ("\u{1b}[1;2C\u{1b}[1;2D", ["shift-right", "shift-left"]), ("\u{1b}[1;2A\u{1b}[b", ["shift-up", "shift-down"]),
        ("\u{1b}[5~\u{1b}[6~", ["pgup", "pgdn"]), ("\u{1b}[1~\u{1b}[8~\u{1b}[H\u{1b}OF", ["home", "end", "home", "end"]),
        ("\u{1b}[3~\u{1b}[2~\u{1b}[Z", ["delete", "insert", "shift-tab"]), ("\u{1b}OP\u{1b}[15~\u{1b}[24~", ["f1", "f5", "f12"]),
        ("\u{1b}[[A\u{1b}[[E", ["f1", "f5"]), ("\u{1b}OM", ["enter"]),
    ]) func keysHaveTheirNames(bytes: String, keys: [String]) {
        #expect(names(bytes) == keys)
    }

    @Test func everyCutGivesTheSameEvents() {
        let bytes = Array("a\u{1b}[1;2Cü\u{1b}[<0;12;7M\u{1b}[200~p\u{1b}[31mq\u{1b}[201~漢\u{1b}[5~z".utf8)
        var whole = InputDecoder()
        let events = whole.take(bytes)
        #expect(events.count == 8)
        for cut in 1..<bytes.count {
            var decoder = InputDecoder()
            #expect(decoder.take(Array(bytes[..<cut])) + decoder.take(Array(bytes[cut...])) == events, "\(cut)")
        }
        var single = InputDecoder()
        #expect(bytes.flatMap { single.take([$0]) } == events)
    }

    @Test func unknownSequencesAreLeftOut() {
        #expect(names("\u{1b}[?1;2c\u{1b}[1;5Ax") == ["x"])
        #expect(names("\u{1b}[99~\u{1b}[=u\u{1b}[12;34Ry") == ["y"])
        // Bytes that are no UTF-8, and characters that no screen may show.
        var decoder = InputDecoder()
        #expect(decoder.take([0xff, 0xc3, 0x28, 0x80, 0x61]) == [.key(.character("(")), .key(.character("a"))])
        #expect(names("\u{85}\u{202e}b") == ["b"])
    }

    @Test func theMouseIsReadInBothForms() {
        func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int) -> InputEvent {
            .mouse(MouseEvent(kind, column: column, row: row))
        }
        #expect(
            read("\u{1b}[<0;1;1M\u{1b}[<32;250;9M\u{1b}[<0;250;9m") == [
                mouse(.press, 0, 0), mouse(.drag, 249, 8), mouse(.release, 249, 8),
            ])
        #expect(
            read("\u{1b}[<64;3;4M\u{1b}[<65;3;4M\u{1b}[<2;5;6M") == [
                mouse(.wheelUp, 2, 3), mouse(.wheelDown, 2, 3), mouse(.menu, 4, 5),
            ])
        #expect(read("\u{1b}[M !\"\u{1b}[M#!\"") == [mouse(.press, 0, 1), mouse(.release, 0, 1)])
        // Motion without a button, and numbers that are none.
        #expect(read("\u{1b}[<35;3;4M\u{1b}[<0;0;4M\u{1b}[<0;99999999999999999999;4M\u{1b}[<0;1M").isEmpty)
    }

    @Test func aPasteIsOneEventAndHasAnEnd() {
        #expect(read("\u{1b}[200~two\nlines\u{1b}[201~q") == [.paste("two\nlines"), .key(.character("q"))])
        #expect(read("\u{1b}[200~never ended") == [.paste("never ended")])
        let long = String(repeating: "x", count: 200_000)
        guard case .paste(let text)? = read("\u{1b}[200~\(long)\u{1b}[201~").first else { return #expect(Bool(false)) }
        #expect(text.utf8.count == 65_536)
    }

    @Test func theTerminalsOwnSequencesComeFirst() {
        #expect(
            read("\u{8}\u{1b}[7$", [[8]: .named(.backspace), Array("\u{1b}[7$".utf8): .named(.home)]) == [
                .key(.named(.backspace)), .key(.named(.home)),
            ])
    }

    @Test func aLoneEscapeIsSoonAKey() {
        var decoder = InputDecoder()
        #expect(decoder.patience == nil && decoder.take([0x1b]).isEmpty && decoder.patience == 25)
        #expect(decoder.take(Array("[".utf8)).isEmpty && decoder.patience == 250)
        #expect(decoder.take(Array("A".utf8)) == [.key(.named(.up))] && decoder.patience == nil)
    }

    @Test func anyBytesAreReadWithoutATrap() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var decoder = InputDecoder()
            let alphabet: [UInt8] = [0x1b, 0x5b, 0x4f, 0x3c, 0x4d, 0x6d, 0x3b, 0x7e, 0x30, 0x32, 0xc3, 0xa9, 0xf0, 0xff, 0, 0x61]
            for _ in 0..<8 {
                _ = decoder.take((0..<9).map { _ in alphabet.randomElement(using: &generator) ?? 0 })
            }
            _ = decoder.giveUp()
            #expect(decoder.patience == nil)
        }
    }
}
