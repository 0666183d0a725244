// Tests of tables in real terminals of several widths (issue 14 no. 15).
import Dictation
import Glibc
import Storage
import System
import TestSupport
import Testing

@testable import dicta

@Suite("dicta ls fits the terminal (F2 C4)")
struct TableTests {
    let terminal = Terminal()
    private var library: String { terminal.folder.file("Recordings") }
    /// When the test began: recordings and expected dates count from the same minute.
    private let now = Timestamp.now

    /// Makes a recording. Seconds count back from the beginning of the test.
    private func record(_ name: String, secondsAgo: Int = 0, seconds: Int = 1, tags: [String] = []) throws {
        let library = try Library(folder: library)
        let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
        let file = "\(name).wav"
        let writer = try SegmentWriter(path: library.path(of: file), format: format)
        try writer.writeSilence(frames: 48_000 * seconds)
        var segment = Segment(file: file, created: now.earlier(by: secondsAgo).iso8601, format: format)
        segment.bytes = try writer.close()
        segment.frames = Int64(48_000 * seconds)
        try library.keepTake(JournalEntry(name: name, segment: segment))
        guard !tags.isEmpty else { return }
        try library.updateRecording(name) { recording in
            recording.tags = tags
            recording.title = "A title"
            recording.artist = "Somebody"
            recording.edits.arrangement.add(Marker(frame: 24_000, name: "here"))
            recording.playPosition = 4800
        }
    }

    /// One terminal for all commands of a test, in any size: each other one would cost the start of a tmux.
    private final class Screen {
        var window: TmuxWindow?
    }
    private let screen = Screen()

    private func window(_ columns: Int, rows: Int = 24) throws -> TmuxWindow {
        if let window = screen.window {
            window.resize(columns: columns, rows: rows)
            return window
        }
        let own = ["XDG_RUNTIME_DIR": terminal.runtime, "DICTA": try Terminal.products() + "/dicta", "LIB": library]
        let window = try #require(TmuxWindow(columns: columns, rows: rows, environment: own), "no tmux")
        screen.window = window
        return window
    }

    /// A terminal in which `dicta WORDS` runs, with more variables.
    private func run(_ words: String, _ columns: Int, rows: Int = 24, _ variables: [String: String] = [:]) throws -> TmuxWindow {
        let window = try window(columns, rows: rows)
        window.run(variables.map { "\($0)='\($1)' " }.joined() + "$DICTA \(words) --library $LIB")
        return window
    }

    /// The lines of `dicta WORDS` in a terminal, without the prompt.
    private func shown(_ words: String, _ columns: Int, _ variables: [String: String] = [:]) throws -> [String] {
        Array(try run(words, columns, variables).wait { $0.last == "$" && $0.count > 1 }.dropLast())
    }

    /// The names of the columns; "BIT RATE" is one of them.
    private func header(_ lines: [String]) -> [String] {
        lines.first?.replacing("BIT RATE", with: "BITRATE").split(separator: " ").map(String.init) ?? []
    }

    /// The narrowest window drops most: a short run has that one. `FittingTests` has all of them, without a terminal.
    @Test("columns go by importance, as few as need be; none of them in a pipe", arguments: [80, 60, 120].few)
    func fits(columns: Int) throws {
        try record("interview", tags: ["work", "mayor"])
        try record("rehearsal of the choir", seconds: 70, tags: ["music"])
        let all = [
            "NAME", "LENGTH", "RATE", "CHANNELS", "CONTAINER", "BITS", "SIZE", "CREATED", "TITLE", "ARTIST", "TAGS", "MARKERS",
            "POSITION", "BITRATE",
        ]
        let wide = try shown("ls", 200)
        #expect(header(wide) == all, "\(wide)")
        let lines = try shown("ls", columns)
        #expect(lines.allSatisfy { $0.count <= columns })
        let left = header(lines)
        #expect(left == all.filter(left.contains) && left.count < all.count, "\(left)")
        // Columns are dropped in this order, and the last one dropped would not have fitted.
        let order = [
            "BITRATE", "CHANNELS", "BITS", "CONTAINER", "RATE", "POSITION", "ARTIST", "TITLE", "MARKERS", "TAGS", "SIZE",
        ]
        let gone = order.filter { !left.contains($0) }
        #expect(gone == Array(order.prefix(gone.count)), "\(left)")
        let more = all.filter { left.contains($0) || $0 == gone.last }
        let widths = try [left, more].map { keys in
            try shown("ls --columns \(keys.joined(separator: ","))", 200).prefix(3).map(\.count).max() ?? 0
        }
        #expect(widths[0] <= columns && widths[1] > columns, "\(left): \(widths)")
        #expect(lines[1].hasPrefix("rehearsal of the choir") && lines[1].contains("1m10s"), "\(lines)")
        let pipe = try terminal.run("ls", "--library", library)
        #expect(header([String(pipe.output.split(separator: "\n")[0])]) == all)
        #expect(pipe.output.contains("T") && pipe.output.contains("Z "))
    }

    /// The narrowest window leaves least of a name: a short run has that one.
    @Test("names are shortened in their middle, and only if nothing else helps", arguments: [40, 24, 60].few)
    func longNames(columns: Int) throws {
        try record("a recording with a name that is longer than a line of a terminal, number 17", tags: ["t"])
        try record("short")
        let lines = try shown("ls", columns)
        #expect(lines.prefix(3).allSatisfy { $0.count <= columns }, "\(lines)")
        #expect(header(lines).prefix(2) == ["NAME", "LENGTH"], "\(lines)")
        let long = try #require(lines.first { $0.hasPrefix("a rec") })
        #expect(long.contains("…") && long.contains(columns > 30 ? "er 17  " : "17"), "\(lines)")
        #expect(try shown("ls", 200).contains { $0.contains("terminal, number 17 ") })
    }

    @Test("what is wide counts as the terminal counts it")
    func wideCharacters() throws {
        let names = ["日本語の録音", "take 🎙 one", "cafe\u{301}", "👨‍👩‍👧 family", "한국어", "plain"]
        for name in names { try record(name, tags: ["t"]) }
        let window = try window(100)
        for name in names {
            window.run("printf '%s' '\(name)'; sleep 1000")
            let column = window.waitForCursor(CellWidth.of(name))
            #expect(column == CellWidth.of(name), "\(name)")
            window.press("C-c")
            _ = window.wait { $0.last?.hasSuffix("$") == true }
        }
        // The second column ends at the same cell in each line.
        let lines: [String] = Array(try shown("ls --columns name,length", 80).prefix(7))
        #expect(Set(lines.dropFirst().map(CellWidth.of)).count == 1, "\(lines)")
    }

    @Test("dates are told as people tell them, in their own time; a pipe has them in ISO 8601")
    func dates() throws {
        // It is noon where this is run, whatever the hour: `today` and `yesterday` cannot change while it runs.
        let hour = Int(Calendar.text("%H", seconds: now.seconds)) ?? 0
        let zone = ["TZ": "NOON\(hour - 12)"]
        func expected(_ pattern: String, _ secondsAgo: Int) -> String {
            let moment = "@\(now.seconds - secondsAgo)"
            return String(Process.run("/bin/date", ["-d", moment, "+" + pattern], environment: zone).output.dropLast())
        }
        let day = 86_400
        let days = [0: "today %H:%M", 1: "yesterday", 3: "%a %H:%M", 6: "%a %H:%M", 400: "%Y-%m-%d", -3: "%Y-%m-%d"]
        for days in days.keys { try record("d\(days)", secondsAgo: days * day) }
        let lines = try shown("ls --columns name,created", 80, zone)
        for (days, pattern) in days {
            let line = lines.first { $0.hasPrefix("d\(days) ") } ?? ""
            #expect(line.hasSuffix("  " + expected(pattern, days * day)), "\(days): \(line)")
        }
        let noon = try #require(Timestamp(iso8601: "2026-11-23T12:00:00Z"))
        #expect(When.text("2026-11-12T12:00:00Z", now: noon) == "12 Nov")
        #expect(When.text("2026-01-05T12:00:00Z", now: noon) == "5 Jan")
        #expect(When.text("2025-11-12T12:00:00Z", now: noon) == "2025-11-12" && When.text("", now: noon) == "")
        let pipe = try terminal.run("ls", "--columns", "created", "--library", library).output
        #expect(pipe.split(separator: "\n")[1].hasSuffix("Z"), "\(pipe)")
    }

    @Test("--columns chooses columns and their order; a wrong one is refused with those that there are")
    func chosen() throws {
        try record("interview", tags: ["work"])
        let run = try terminal.run("ls", "--columns", "size,name,Length,note", "--library", library)
        #expect(header([String(run.output.split(separator: "\n")[0])]) == ["SIZE", "NAME", "LENGTH", "NOTE"], "\(run)")
        #expect(header(try shown("search work --columns path,name", 40)) == ["PATH", "NAME"])
        let wrong = try terminal.run("ls", "--columns", "name,lenght", "--library", library)
        #expect(wrong.code == 2 && wrong.errors.contains("lenght") && wrong.errors.contains("length, created"), "\(wrong)")
        let json = try terminal.run("ls", "--columns", "name", "--json", "--library", library)
        #expect(Terminal.json(json.output, "len(o['items'][0]) > 10") == "True")
    }

    @Test("a list that is longer than the window goes through the pager, and nothing else does")
    func pager() throws {
        for number in 1...30 { try record("take \(number)") }
        func run(_ words: String, _ variables: [String: String]) throws -> TmuxWindow {
            try self.run(words, 80, rows: 12, variables)
        }
        let less = try run("ls", [:])
        let first = less.wait { $0.last == ":" }
        #expect(first.first?.hasPrefix("NAME") == true && first.last == ":", "\(first)")
        less.press("q")
        #expect(less.wait { $0.last == "$" }.last == "$")
        #expect(try run("ls", ["PAGER": "tail -2"]).wait { $0.last == "$" && $0.count == 3 }.first == "Total     30")
        for (words, variables) in [
            ("ls", ["PAGER": "cat"]), ("ls", ["PAGER": ""]), ("ls", ["PAGER": "/nowhere/pager"]), ("ls", ["TERM": "dumb"]),
        ] {
            let lines = try run(words, variables).wait { $0.last == "$" && $0.count > 3 }
            #expect(lines.suffix(2) == ["Problems  0", "$"], "\(variables): \(lines)")
        }
        let short = try run("ls --limit 3", ["PAGER": "head -1"]).wait { $0.last == "$" }
        #expect(short.contains("Problems  0"), "\(short)")
        let pipe = Process.run(
            try Terminal.products() + "/dicta", ["ls", "--library", library], environment: ["PAGER": "head -1"])
        #expect(pipe.output.split(separator: "\n").count == 35)
    }

    @Test("lengths are told in seconds, with tenths below a minute; JSON has frames too (no. 22)")
    func seconds() throws {
        try record("long", seconds: 70, tags: ["t"])
        try record("short")
        let library = try Library(folder: library)
        try library.updateRecording("short") { $0.edits.delete(0..<6720) }
        try library.updateRecording("long") { $0.edits.delete(0..<3_126_720) }
        #expect(
            try terminal.run("ls", "--columns", "name,length", "--sort", "name").output.hasPrefix(
                "NAME   LENGTH\nlong    4.9 s\nshort   0.9 s\n"))
        let json = try terminal.run("info", "long", "--json").output
        #expect(Terminal.json(json, "o['frames'], o['preroll_frames'], o['seconds']") == "233280 0 4.86")
        let text = try terminal.run("info", "long").output
        #expect(text.contains("\nLength ") && text.contains(" 4.9 s\n") && text.contains("\nPreroll"), "\(text)")
        #expect(!text.contains("frames") && !text.contains("FRAMES") && !text.contains("Frames"), "\(text)")
    }
}
