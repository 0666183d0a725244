// Tests of keys and mouse on the screen: each does what the table of keys says (T5, T9, T10, T12, C11).
import Dictation
import Drawing
import Messages
import TestSupport
import Testing

@testable import Face

@Suite struct KeyTests {
    /// A screen with a recording that plays.
    private func rig(_ columns: Int = 80, _ rows: Int = 24) -> ScreenRig {
        var rig = ScreenRig(columns, rows)
        rig.play(37, of: 300)
        rig.requests = []
        return rig
    }

    /// The keys of the table that send commands, with the context in which they hold.
    static let commands = KeyTable.all.filter { !$0.lines.isEmpty && [.anywhere, .deck].contains($0.context) }

    @Test("Each key sends the commands of its row, and nothing else", arguments: commands)
    func rows(row: KeyRow) throws {
        for key in row.keys {
            var rig = rig()
            rig.input(.key(key))
            #expect(try rig.requests == row.requests(), "\(key.name)")
        }
    }

    @Test("A key that other settings give does it instead of the standard one")
    func ownKeys() throws {
        var rig = rig()
        rig.face.keys = try KeyBindings("stop=t")
        rig.press("s")
        #expect(rig.requests.isEmpty)
        rig.press("t")
        #expect(rig.sent == ["stop"])
        rig.face.keys = try KeyBindings("stop=t, rec=R")
        #expect(rig.text.contains("t stop") && rig.text.contains("R rec"))
    }

    @Test("Rate, pitch and volume go up and down by their steps, and quick presses add up")
    func steps() {
        var rig = rig()
        for name in ["[", "[", "]", "{", "}", "}", ")", "(", "("] { rig.press(name) }
        #expect(
            rig.sent == [
                "rate 0.9", "rate 0.8", "rate 0.9", "pitch -100.0", "pitch 0.0", "pitch 100.0", "gain 1.1", "gain 1.0",
                "gain 0.9",
            ])
        rig.tell("rate", ScreenRig.sound(2, 1200))
        rig.requests = []
        rig.press("]")
        rig.press("}")
        #expect(rig.sent == ["rate 2.0", "pitch 1200.0"])
    }

    @Test(
        "Each word of the footer does what its key does, on every page, dialog and question",
        arguments: [
            [], ["d"], ["?"], ["i"], ["2"], ["2", "/"], ["3"], ["4"], ["5"], ["0"], ["3", "D"], ["3", "n"], ["5", "enter"],
            ["3", "D", "?"], ["d", "enter", "f1"],
        ])
    func footer(opening: [String]) throws {
        let width = 300
        var before = rig(width, 24)
        for name in opening { before.press(name) }
        let rows = before.face.footerRows
        #expect(rows.contains { $0.row.action == .help } && rows.contains { $0.row.action == .quit })
        for (row, key) in rows {
            var byKey = before
            byKey.input(.key(key))
            var byMouse = before
            let word = "\(key.shown(.braille)) \(before.face.words(of: row)[0])"
            let place = try #require(Self.footerPlace(of: word, before), "\(word)")
            byMouse.click(place, 23)
            #expect(byKey.requests == byMouse.requests, "\(word)")
            #expect(byKey.canvas == byMouse.canvas, "\(word)")
            #expect(byKey.commands.count == byMouse.commands.count, "\(word)")
        }
    }

    @Test("The footer says what a key does in the present state, and its words keep their places")
    func states() {
        func footer(_ rig: ScreenRig) -> String { rig.canvas.text(ofRow: rig.canvas.rows - 1) }
        var rig = rig()
        rig.tell("transport", ScreenRig.transport("idle", "stopped", loaded: "memo"))
        #expect(footer(rig).contains("space play   r rec     s stop"))
        rig.tell("transport", ScreenRig.transport("idle", "playing", loaded: "memo"))
        #expect(footer(rig).contains("space pause  r rec     s stop"))
        rig.tell("transport", ScreenRig.transport("recording", "stopped", take: "interview"))
        #expect(footer(rig).contains("space play   r pause   s stop"))
        rig.tell("transport", ScreenRig.transport("paused", "stopped", take: "interview"))
        #expect(footer(rig).contains("space play   r resume  s stop"))
        // The way out is always to be seen.
        #expect(footer(rig).contains("q quit  ? keys"))
        for page in ["2", "3", "4", "5"] {
            rig.press(page)
            #expect(footer(rig).contains("q quit  ? keys"))
        }
        rig.input(.resize(columns: 200, rows: 24))
        #expect(footer(rig).contains("tab library"))
        rig.press("2")
        #expect(footer(rig).contains("tab deck"))
        rig.press("tab")
        #expect(rig.face.tab == .deck && footer(rig).contains("tab library"))
    }

    @Test("Questions name their answers: yes and no, or ok and cancel")
    func answers() {
        var rig = rig()
        rig.press("3")
        rig.press("D")
        #expect(rig.canvas.text(ofRow: 23).hasPrefix(" ⏎ yes  escape no "))
        rig.press("n")
        #expect(rig.face.dialogs.isEmpty && rig.requests.isEmpty)
        rig.press("n")
        #expect(rig.canvas.text(ofRow: 23).hasPrefix(" ⏎ ok  escape cancel "))
        rig.type("yn")
        #expect(rig.text.contains("yn") && rig.face.isAsked)
        let names = KeyHelp.parts().first { $0.title.contains("yes or no") }?.rows.map(\.keys)
        #expect(names == ["enter y", "escape n"])
    }

    private static func footerPlace(of word: String, _ rig: ScreenRig) -> Int? {
        let line = rig.canvas.text(ofRow: 23)
        guard let range = line.firstRange(of: word) else { return nil }
        return line.distance(from: line.startIndex, to: range.lowerBound)
    }

    @Test(
        "A held arrow is one step, then cue or review until it is silent, however long the keyboard waits (T5)",
        arguments: [0.15, 0.25, 0.5, 0.66], [0.03, 0.1])
    func held(delay: Double, pace: Double) {
        var rig = rig()
        rig.press("right")
        rig.tell("position", ScreenRig.position(47 * ScreenRig.rate, of: 300 * ScreenRig.rate))
        rig.wait(delay)
        rig.press("right")
        #expect(rig.sent == ["nudge 10.0", "nudge 10.0"])
        rig.tell("position", ScreenRig.position(57 * ScreenRig.rate, of: 300 * ScreenRig.rate))
        for _ in 0..<20 {
            rig.wait(pace)
            rig.press("right")
        }
        // The step of the first repeat is taken back before the cue.
        #expect(rig.sent.dropFirst(2) == ["locate 2256000f", "cue on"])
        // One late repeat is no release.
        rig.wait(0.28)
        rig.press("right")
        rig.wait(0.29)
        #expect(rig.sent.count == 4)
        rig.wait(0.02)
        #expect(rig.sent.last == "cue off")
    }

    @Test("Taps are steps, also quick ones")
    func taps() {
        var rig = rig()
        for gap in [0.2, 0.3, 0.65, 0.14, 1] {
            rig.press("left")
            rig.wait(gap)
        }
        #expect(rig.sent == Array(repeating: "nudge -10.0", count: 5))
    }

    @Test("Another key ends a hold at once, and so does the other arrow")
    func heldEnds() {
        var rig = rig()
        rig.press("left")
        rig.now += 0.05
        rig.press("left")
        rig.press("s")
        #expect(rig.sent == ["nudge -10.0", "review on", "review off", "stop"])
        #expect(rig.face.nextTime(after: rig.now) == nil)
        rig.requests = []
        rig.now += 2
        for name in ["right", "right", "left"] {
            rig.now += 0.05
            rig.press(name)
        }
        #expect(rig.sent == ["nudge 10.0", "cue on", "cue off", "nudge -10.0"])
    }

    @Test("A mouse button that stays down on an arrow of the pad is cue or review until it is released, wherever (T5)")
    func heldMouse() throws {
        var rig = rig(160, 40)
        for (sign, step, verb) in [(" ▶▶ ", "nudge 10.0", "cue"), (" ◀◀ ", "nudge -10.0", "review")] {
            rig.requests = []
            let place = try #require(rig.place(of: sign))
            rig.click(place.column + 1, place.row)
            rig.wait(0.05)
            rig.click(place.column + 1, place.row)
            rig.wait(1)
            #expect(rig.sent == [step, step])
            rig.mouse(.press, place.column + 1, place.row)
            rig.wait(0.29)
            #expect(rig.sent.count == 3)
            rig.wait(0.02)
            #expect(rig.sent.dropFirst(3) == ["\(verb) on"])
            rig.mouse(.drag, 1, 1)
            rig.wait(5)
            #expect(rig.sent.count == 4)
            rig.mouse(.release, 1, 1)
            #expect(rig.sent.last == "\(verb) off")
            #expect(rig.face.nextTime(after: rig.now) == nil && rig.face.tab == .deck)
        }
        // A lock in between: nothing begins.
        rig.requests = []
        let place = try #require(rig.place(of: " ▶▶ "))
        rig.mouse(.press, place.column + 1, place.row)
        rig.tell("lock", ["locked": .flag(true)])
        rig.wait(2)
        rig.mouse(.release, place.column + 1, place.row)
        rig.mouse(.press, place.column + 1, place.row)
        rig.wait(2)
        #expect(rig.sent == ["nudge 10.0"])
    }

    @Test(
        "While a question is open, no key and no place of the mouse acts behind it, and none drops it but its answers",
        arguments: [["3", "D"], ["3", "n"], ["d", "enter"], ["3", "D", "f1"]])
    func asked(opening: [String]) {
        var asked = rig(120, 36)
        for name in opening { asked.press(name) }
        asked.requests = []
        let answers: [Key] = [.named(.enter), .named(.escape)] + "yn".map(Key.character)
        var keys = (32..<127).map { Key.character(Character(Unicode.Scalar(UInt8($0)))) } + (2...12).map(Key.function)
        keys += Key.Name.allCases.map(Key.named) + "abdefghijkmnopqrstuvwxy".map(Key.control)
        for key in keys where !answers.contains(key) && key != .character("?") && key != .character("q") {
            var rig = asked
            rig.input(.key(key))
            #expect(rig.requests.isEmpty && rig.face.dialogs.count == asked.face.dialogs.count, "\(key.name)")
            #expect(rig.face.tab == asked.face.tab && rig.face.isAsked, "\(key.name)")
        }
        for column in 0..<120 where asked.sketch.region(column: column, row: 34) != nil {
            var rig = asked
            rig.click(column, 34)
            #expect(rig.face.tab == asked.face.tab && rig.face.isAsked)
        }
        var rig = asked
        rig.commands = []
        for name in ["ctrl-z", "ctrl-l", "ctrl-c"] { rig.press(name) }
        #expect(rig.commands.count == 3)
        if opening.last == "f1" {
            rig.press("escape")
            #expect(rig.face.dialogs.count == 1 && rig.face.isAsked)
        }
    }

    @Test("While locked, no key and no place of the mouse does anything but the few that are allowed")
    func locked() {
        let allowed: Set<ScreenAction> = [.lock, .quit, .redraw, .suspend, .help]
        for opening in ["", "d"] {
            var rig = rig()
            if !opening.isEmpty { rig.press(opening) }
            rig.tell("lock", ["locked": .flag(true)])
            rig.requests = []
            rig.commands = []
            let picture = rig.canvas
            var keys = (32..<127).map { Key.character(Character(Unicode.Scalar(UInt8($0)))) }
            keys += Key.Name.allCases.map(Key.named) + (1...12).map(Key.function)
            keys += "abcdefghijklmnopqrstuvwxyz".map(Key.control)
            for key in keys {
                let actions = KeyContext.allCases.compactMap { KeyBindings.standard.action(of: key, in: [$0]) }
                if actions.contains(where: allowed.contains) { continue }
                rig.input(.key(key))
                rig.wait(1)
            }
            rig.input(.paste("rm"))
            for row in 0..<24 {
                for column in stride(from: row % 7, to: 80, by: 7) {
                    if let region = rig.sketch.region(column: column, row: row),
                        case .action(_, let action) = region.target, allowed.contains(action)
                    {
                        continue
                    }
                    for kind in [MouseEvent.Kind.press, .drag, .release, .wheelUp] {
                        rig.mouse(kind, column, row)
                    }
                }
            }
            rig.wait(10)
            #expect(rig.requests.isEmpty && rig.commands.isEmpty, "\(rig.sent)")
            #expect(rig.canvas == picture)
        }
    }

    @Test("While locked, the help can be read and closed, by key and by mouse, but its lines do nothing")
    func lockedHelp() throws {
        var rig = rig()
        rig.tell("lock", ["locked": .flag(true)])
        rig.requests = []
        rig.press("?")
        let top = rig.text
        rig.press("down")
        let line = rig.text
        #expect(line != top && rig.text.contains("Locked"))
        rig.press("pgdn")
        #expect(rig.text != line)
        rig.press("home")
        rig.mouse(.wheelDown, 10, 5)
        #expect(rig.text != top)
        rig.press("home")
        #expect(rig.text == top)
        let place = try #require(rig.place(of: "Record; pause"))
        rig.click(place.column, place.row)
        #expect(rig.requests.isEmpty && rig.text.contains("The transport is locked"))
        #expect(rig.face.dialogs.isEmpty)
        rig.press("?")
        rig.press("escape")
        #expect(rig.face.dialogs.isEmpty && rig.requests.isEmpty)
    }

    @Test("A line of the help whose action means nothing here says so")
    func helpless() throws {
        for (page, words) in [("1", "Rename the recording."), ("2", "Mark all recordings"), ("1", "Start an engine")] {
            var rig = rig(80, 200)
            rig.press(page)
            rig.requests = []
            rig.press("?")
            let place = try #require(rig.place(of: words))
            rig.click(place.column, place.row)
            #expect(rig.text.contains("does nothing here") == (page == "1"), "\(words)")
            #expect(rig.requests.isEmpty)
        }
    }

    @Test("The help opens over a question: by ? where no text is typed, by F1 in any case")
    func helpOverQuestion() {
        for (opening, key, opens) in [("D", "?", true), ("D", "f1", true), ("n", "f1", true), ("n", "?", false)] {
            var rig = rig()
            rig.press("3")
            rig.press(opening)
            rig.press(key)
            #expect(rig.face.isHelp == opens)
            if opens { rig.press("escape") }
            #expect(rig.face.isAsked && rig.requests.isEmpty)
        }
    }

    @Test("Two seconds of a held L unlock, by key and by mouse; less does not")
    func unlock() throws {
        var rig = rig()
        rig.tell("lock", ["locked": .flag(true)])
        for _ in 0..<3 {
            rig.press("L")
            rig.now += 0.5
        }
        rig.wait(1)
        #expect(rig.requests.isEmpty)
        for _ in 0..<60 {
            rig.press("L")
            rig.now += 0.04
        }
        #expect(rig.requests == [try Request(line: "lock off")])
        rig.requests = []
        rig.wait(1)
        let place = try #require(rig.place(of: "Locked"))
        rig.mouse(.press, place.column, place.row)
        rig.wait(1.9)
        #expect(rig.requests.isEmpty)
        rig.wait(0.2)
        #expect(rig.requests == [try Request(line: "lock off")])
        rig.mouse(.release, place.column, place.row)
        #expect(rig.requests.count == 1)
    }

    @Test("A hold ends at the very time that it tells, however that time is rounded")
    func holdEndsInTime() {
        for step in 0..<1000 {
            let now = 100 + Double(step) * 0.0137
            var mouse = HeldLock()
            _ = mouse.grab(now)
            #expect(mouse.nextTime.map { mouse.look($0) } == .unlocked, "\(now)")
            var key = HeldLock()
            _ = key.press(now)
            #expect(key.nextTime.map { key.look($0) } == .released, "\(now)")
        }
    }

    @Test("Over the network the engine counts the hold: the screen tells its begin and its end, by key and by mouse (T10)")
    func remoteUnlock() throws {
        var rig = ScreenRig(80, 24, FaceOptions(isRemote: true))
        rig.connect()
        rig.tell("lock", ["locked": .flag(true)])
        for _ in 0..<45 {
            rig.press("L")
            rig.wait(0.04)
        }
        // A key that repeats is one hold.
        #expect(rig.sent == ["lock hold"])
        rig.wait(1)
        #expect(rig.sent == ["lock hold", "lock release"])
        rig.requests = []
        let place = try #require(rig.place(of: "Locked"))
        rig.mouse(.press, place.column, place.row)
        rig.wait(1)
        #expect(rig.sent == ["lock hold"])
        rig.mouse(.release, place.column, place.row)
        #expect(rig.sent == ["lock hold", "lock release"])
        // The engine has unlocked: a release after that is none.
        rig.mouse(.press, place.column, place.row)
        rig.tell("lock", ["locked": .flag(false), "lock_seconds": .double(0)])
        rig.mouse(.release, place.column, place.row)
        rig.wait(1)
        #expect(rig.sent == ["lock hold", "lock release", "lock hold"])
    }

    @Test("Each action is in a footer, on a page, or in the help, where a click does it")
    func mouse() {
        var seen: Set<ScreenAction> = []
        func look(_ rig: ScreenRig) {
            for case .action(_, let action) in rig.sketch.regions.map(\.target) { seen.insert(action) }
        }
        var rig = rig(300, 100)
        look(rig)
        for opening in ["d", "i"] {
            rig.press(opening)
            look(rig)
            rig.press("escape")
        }
        // The help has a line for each row of the table; a click on it performs the row's action.
        let listed = Set(KeyHelp.parts().flatMap(\.rows).map(\.action))
        #expect(seen.union(listed) == Set(ScreenAction.allCases))
        rig.press("?")
        for action in [ScreenAction.stepBack, .rateUp, .goEnd] {
            var each = rig
            guard let help = KeyTable.rows(of: action).first?.help.text, let place = each.place(of: help) else {
                Issue.record("\(action) is not in the help")
                continue
            }
            each.click(place.column, place.row)
            #expect(each.requests.count == 1, "\(action)")
            #expect(each.face.dialogs.isEmpty)
        }
    }

    @Test("On a wide screen a button acts in the page that drew it, whatever has the focus")
    func buttons() throws {
        var rig = rig(160, 40)
        #expect(rig.face.tab == .deck)
        let sort = try #require(rig.place(of: " sort "))
        rig.click(sort.column + 1, sort.row)
        #expect(rig.face.tab == .library)
        let zoomed = rig
        let play = try #require(rig.place(of: " ▮▮ "))
        rig.click(play.column + 1, play.row)
        #expect(rig.requests.map(\.name) == zoomed.requests.map(\.name) + ["toggle"])
        #expect(rig.face.tab == .library)
    }

    @Test("Suspend, redraw, quit and a new engine reach the program")
    func program() {
        var rig = rig()
        rig.commands = []
        rig.press("ctrl-z")
        rig.press("ctrl-l")
        rig.press("E")
        rig.press("q")
        rig.take(.link(.gone("the engine is gone")))
        rig.press("E")
        let names = rig.commands.map { "\($0)" }
        #expect(names == ["suspend", "redraw", "quit", "startEngine"])
        rig.requests = []
        for name in ["space", "r", "s", "m", "[", "l", "left", "L", ")", "home", "end", "c", "backspace"] { rig.press(name) }
        #expect(rig.requests.isEmpty)
    }
}
