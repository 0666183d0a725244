// Tests of the text field.
import Dictation
import Drawing
import Face
import Testing

@Suite("Text fields")
struct TextFieldTests {
    private func typed(_ keys: [String], into text: String = "") -> TextField {
        var field = TextField(text)
        for key in keys.compactMap(Key.init(name:)) {
            let isTaken = field.take(key)
            #expect(isTaken, "\(key.name)")
        }
        return field
    }

    @Test("the keys of a shell edit")
    func keys() {
        #expect(typed(["a", "b", "space", "c"]).text == "ab c")
        #expect(typed(["left", "left", "X"], into: "abc").text == "aXbc")
        #expect(typed(["backspace", "backspace"], into: "abc").text == "a")
        #expect(typed(["home", "delete"], into: "abc").text == "bc")
        #expect(typed(["left", "ctrl-u"], into: "abc").text == "c")
        #expect(typed(["ctrl-a", "right", "ctrl-k"], into: "abc").text == "a")
        #expect(typed(["ctrl-w"], into: "new year 2026 ").text == "new year ")
        #expect(typed(["shift-left", "shift-left", "X"], into: "new year").text == "Xnew year")
        #expect(typed(["ctrl-a", "ctrl-e", "!"], into: "abc").text == "abc!")
        #expect(typed(["backspace", "delete", "left", "right", "ctrl-k", "ctrl-u", "ctrl-w"]).text == "")
        var field = TextField("abc")
        for key in ["enter", "escape", "tab", "up", "down", "f1"].compactMap(Key.init(name:)) {
            let isTaken = field.take(key)
            #expect(!isTaken, "\(key.name)")
        }
    }

    @Test("pasted text becomes one line without control characters, and is limited")
    func paste() {
        var field = TextField("<>")
        _ = field.take(.named(.left))
        field.insert("one\ntwo\tthree\u{1b}[2J")
        #expect(field.text == "<one two three?[2J>" && field.cursor == 18)
        var small = TextField("", limit: 4)
        small.insert("abcdefgh")
        #expect(small.text == "abcd" && small.cursor == 4)
    }

    @Test("an accent joins its letter")
    func accent() {
        var field = TextField()
        field.insert("e")
        field.insert("\u{301}")
        #expect(field.cursor == 1 && field.text == "e\u{301}")
        _ = field.take(.named(.backspace))
        #expect(field.text == "")
    }

    @Test("the cursor stands at its cell, also after wide characters and in a long text")
    func cursor() throws {
        var canvas = Canvas(columns: 8, rows: 1)
        TextField("日本").draw(on: &canvas, in: canvas.bounds)
        #expect(try #require(canvas.cursor).column == 4 && canvas.text(ofRow: 0) == "日本    ")
        TextField("abcdefghijkl").draw(on: &canvas, in: canvas.bounds)
        #expect(try #require(canvas.cursor).column == 7 && canvas.text(ofRow: 0) == "fghijkl ")
        var field = TextField("日本語")
        field.click(column: 2, columns: 8)
        #expect(field.cursor == 1)
        field.click(column: 99, columns: 8)
        #expect(field.cursor == 3)
        for columns in 0...3 {
            var small = Canvas(columns: columns, rows: 1)
            TextField("日本語").draw(on: &small, in: small.bounds)
        }
    }
}
