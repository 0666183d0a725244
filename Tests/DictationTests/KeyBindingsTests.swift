// Tests of the keys of the screen and of the setting `keys` (T10). No I/O.
import Dictation
import Messages
import Testing

@Suite struct KeyBindingsTests {
    @Test("Each action has a row with keys and words, and no key has two meanings in one part of the screen")
    func table() {
        for action in ScreenAction.allCases { #expect(!KeyTable.rows(of: action).isEmpty, "\(action)") }
        for row in KeyTable.all {
            #expect(!row.keys.isEmpty && row.help.english.hasSuffix("."), "\(row.action)")
            for key in row.keys {
                #expect(KeyBindings.standard.action(of: key, in: [row.context]) == row.action, "\(key.name) of \(row.action)")
                #expect(Key(name: key.name) == key)
            }
        }
        let places = KeyTable.all.map { "\($0.context) \($0.action)" }
        #expect(Set(places).count == places.count)
    }

    @Test("The nearest part of the screen gives a key its meaning")
    func nearest() {
        let keys = KeyBindings.standard
        #expect(keys.action(of: .named(.pageUp), in: [.deck, .anywhere]) == .previousMarker)
        #expect(keys.action(of: .named(.pageUp), in: [.library, .list, .anywhere]) == .pageUp)
        #expect(keys.action(of: .character("m"), in: [.deck, .anywhere]) == .mark)
        #expect(keys.action(of: .character("~"), in: KeyContext.allCases) == nil)
    }

    @Test("The setting gives actions other keys, also a comma and an equals sign")
    func own() throws {
        let keys = try KeyBindings(" mark=t, rec=R ,rec=f5,stop=ctrl-x, loop=;")
        #expect(keys.action(of: .character("t"), in: [.anywhere]) == .mark)
        #expect(keys.action(of: .character("m"), in: [.anywhere]) == nil)
        #expect(keys.action(of: .character("R"), in: [.anywhere]) == .rec)
        #expect(keys.action(of: .function(5), in: [.anywhere]) == .rec)
        #expect(keys.action(of: .control("x"), in: [.anywhere]) == .stop)
        #expect(keys.action(of: .character(";"), in: [.deck]) == .loop)
        #expect(try KeyBindings("mark=,, rec==").action(of: .character(","), in: [.anywhere]) == .mark)
        #expect(try KeyBindings("mark=,, rec==").action(of: .character("="), in: [.anywhere]) == .rec)
        #expect(try KeyBindings("") == .standard)
    }

    @Test("A question keeps its keys, so that it can be answered")
    func questions() throws {
        let keys = try KeyBindings("accept=y, close=n")
        #expect(keys.action(of: .named(.enter), in: [.prompt]) == .accept)
        #expect(keys.action(of: .named(.escape), in: [.prompt]) == .close)
        #expect(keys.action(of: .character("y"), in: [.prompt]) == .accept)
        #expect(keys.action(of: .named(.escape), in: [.entry]) == .close)
        #expect(keys.action(of: .character("y"), in: [.entry]) == nil)
        #expect(keys.action(of: .character("n"), in: [.anywhere]) == .close)
    }

    @Test(
        "A text that is none, and a key that another action has, are refused with words",
        arguments: [
            ("mark", "ACTION=KEY"), ("mark=", "ACTION=KEY"), ("dance=t", "actions"), ("mark=hyper-t", "keys such as"),
            ("mark=r", "'r, the key of both"), ("rec=x, mark=x", "'x, the key of both"), ("=,=,", "actions"),
        ])
    func refused(text: String, words: String) {
        let error = #expect(throws: CommandError.self) { try KeyBindings(text) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(throws: CommandError.self) { try SettingsTable.value(text, of: SettingsTable.known(.keys)) }
    }

    @Test("A key that another action leaves can be taken")
    func swap() throws {
        let keys = try KeyBindings("mark=r, rec=m")
        #expect(keys.action(of: .character("r"), in: [.anywhere]) == .mark)
        #expect(keys.action(of: .character("m"), in: [.anywhere]) == .rec)
    }

    @Test("Every command of the table can be typed")
    func lines() throws {
        for row in KeyTable.all where row.lines.contains(where: { !$0.hasPrefix("toggle ") }) {
            #expect(try row.requests().count == row.lines.count)
        }
    }
}
