// A screen with a stand-in for an engine that has a library. One test; no I/O.
import Dictation
import Drawing
import Glibc

@testable import Face

/// A screen on one of its pages, and an engine that answers as the real one would, at once or when it is told to.
struct PageRig {
    var face: Face
    var now = 100.0
    /// The recordings of the library.
    var recordings: [Fields] = []
    var markers: [Fields] = []
    var operations: [Fields] = []
    /// The names in the queue.
    var queue: [String] = []
    /// The lines of the transcript.
    var transcript: [Fields] = []
    /// The scheduled takes.
    var schedule: [Fields] = []
    /// The presets of the timer.
    var presets: [Fields] = []
    /// The earlier runs of the timer.
    var history = Reply()
    /// The question sheets.
    var sheets: [Fields] = []
    /// The sums of the sheets, by name.
    var sums: [String: Fields] = [:]
    /// The questions of the sheets, by name.
    var questions: [String: [Fields]] = [:]
    /// The questions with their answers.
    var answers: [Fields] = []
    /// The failure of all commands that change something; nil for none.
    var failure: Failure?
    /// All requests, in order.
    var requests: [Request] = []
    /// Values that the screen stored.
    var stored: [String: String] = [:]
    /// True if answers wait for `answer(_:)`.
    var holdsAnswers = false
    /// The requests without an answer.
    var open: [(ticket: Int, request: Request)] = []

    /// Times are shown in UTC, wherever the test runs.
    private static let zone: Void = {
        unsafe setenv("TZ", "UTC", 1)
        tzset()
    }()

    init(_ columns: Int = 80, _ rows: Int = 24, recordings: [Fields] = [], _ options: FaceOptions = FaceOptions()) {
        Self.zone
        ScreenLanguage.adopt
        face = Face(options)
        self.recordings = recordings
        input(.resize(columns: columns, rows: rows))
    }

    // MARK: Events

    mutating func take(_ event: FaceEvent) { run(face.take(event, at: now)) }
    mutating func input(_ event: InputEvent) { take(.input(event)) }
    mutating func press(_ names: String...) { for key in names.compactMap(Key.init(name:)) { input(.key(key)) } }
    mutating func type(_ text: String) { for character in text { input(.key(.character(character))) } }
    mutating func mouse(_ kind: MouseEvent.Kind, _ place: (column: Int, row: Int)) {
        input(.mouse(MouseEvent(kind, column: place.column, row: place.row)))
        if kind == .press { input(.mouse(MouseEvent(.release, column: place.column, row: place.row))) }
    }

    /// Lets time go by, as messages of the engine do.
    mutating func wait(_ seconds: Double) {
        now += seconds
        run(face.tick(at: now))
    }

    /// Connects an engine with a loaded recording, and shows a page by its digit.
    mutating func connect(page: String, loaded: String = "", memory: [String: String] = [:]) {
        take(.memory(memory))
        take(.link(.connected(engine: "dicta")))
        take(.state(topic: "transport", Self.transport(loaded: loaded)))
        take(.state(topic: "lock", ["locked": .flag(false), "lock_seconds": .double(0)]))
        press(page)
    }

    static func transport(loaded: String = "", play: String = "stopped", take: String = "") -> Fields {
        [
            "record_state": .text(take.isEmpty ? "idle" : "recording"), "play_state": .text(play), "record_name": .text(take),
            "play_name": .text(loaded), "jack": .text("running"), "freewheel": .flag(false), "record_error": .text(""),
        ]
    }

    private mutating func run(_ given: [FaceCommand]) {
        var rest = given
        while !rest.isEmpty {
            switch rest.removeFirst() {
            case .ask(let ticket, let request):
                // `set KEY` only shows.
                let isLook = request.name == "set" && request.text(.value) == nil && !request.flag(.reset)
                if !isLook { requests.append(request) }
                if holdsAnswers {
                    open.append((ticket, request))
                } else {
                    rest += face.take(.answer(ticket: ticket, answer(request)), at: now)
                }
            case .remember(let values): stored.merge(values) { _, new in new }
            default: break
            }
        }
    }

    /// Answers the request that stands at a place among the open ones.
    mutating func answer(at index: Int) {
        let (ticket, request) = open.remove(at: index)
        run(face.take(.answer(ticket: ticket, answer(request)), at: now))
    }

    // MARK: The engine

    private static let looking: Set<String> = ["ls", "search", "peaks", "marks", "status", "settings", "operations", "source"]

    /// True for a question to the timer, which changes nothing.
    private static func asksTimer(_ request: Request) -> Bool {
        request.name == "timer" && ["presets", "history"].contains(request.text(.do))
    }

    private func answer(_ request: Request) -> Result<Reply, Failure> {
        if Self.asksTimer(request) { return .success(request.text(.do) == "presets" ? Reply(items: presets) : history) }
        if let reply = guide(request) { return .success(reply) }
        if request.name == "queue" { return answer(queue: request) }
        if request.name == "transcript", request.text(.do) == "show" { return .success(Reply(items: transcript)) }
        if request.name == "schedule", request.text(.do) == "list" { return .success(Reply(items: schedule)) }
        if let failure, !Self.looking.contains(request.name) { return .failure(failure) }
        switch request.name {
        case "ls", "search": return .success(list(request))
        case "peaks": return .success(peaks(request))
        case "marks":
            let name = face.view.name
            return name.isEmpty
                ? .failure(Failure(.wrongState, "nothing is loaded"))
                : .success(Reply(["recording": .text(name)], items: markers))
        case "operations": return .success(Reply(items: operations))
        case "settings": return .success(Reply(items: Self.settings))
        case "set":
            let key = request.text(.key) ?? ""
            let setting = SettingsTable.setting(named: key)
            let standard = setting?.standard.map(\.description) ?? ""
            return .success(
                Reply(items: [
                    [
                        "key": .text(key), "value": .text(request.text(.value) ?? standard), "from": .text("file"),
                        "takes_effect": .text(setting?.holds.rawValue ?? ""),
                    ]
                ]))
        case "delete":
            return .success(Reply(["done": .int(Int64(request.texts(.name).count))]))
        default: return .success(Reply(["name": .text(request.text(.name) ?? "")]))
        }
    }

    /// The answer to a question about sheets; nil for any other request.
    private func guide(_ request: Request) -> Reply? {
        switch (request.name, request.text(.do)) {
        case ("ask", "list"): Reply(items: sheets)
        case ("ask", "status"):
            request.text(.sheet).map { Reply(sums[$0] ?? [:], items: questions[$0] ?? []) }
        case ("answers", _): Reply(items: answers)
        default: nil
        }
    }

    private func answer(queue request: Request) -> Result<Reply, Failure> {
        if let failure, request.text(.do) != "list" { return .failure(failure) }
        let items = queue.enumerated().map { ["number": .int(Int64($0 + 1)), "name": .text($1)] as Fields }
        return .success(Reply(["queue_count": .int(Int64(queue.count))], items: items))
    }

    private func list(_ request: Request) -> Reply {
        var found = recordings
        for word in request.texts(.words) {
            found = found.filter { fields in
                ["name", "tags", "note"].contains { fields.text($0).lowercased().contains(word.lowercased()) }
            }
        }
        if let tag = request.text(.tag) { found = found.filter { ($0["tags"]?.texts ?? []).contains(tag) } }
        if request.text(.sort) == "name" { found.sort { $0.text("name") < $1.text("name") } }
        if request.flag(.reverse) { found.reverse() }
        if request.flag(.favourites) { found = found.filter { $0.flag("favourite") } }
        if let kind = request.text(.group) { found = Self.divide(found, by: kind) }
        let first = Int(request.int(.offset) ?? 0)
        let page = Array(found.dropFirst(first).prefix(Int(request.int(.limit) ?? 0)))
        return Reply(
            ["shown": .int(Int64(page.count)), "total": .int(Int64(found.count)), "problems": .int(0)], items: page)
    }

    /// The recordings in groups, as the engine divides them.
    private static func divide(_ recordings: [Fields], by kind: String) -> [Fields] {
        var groups: [String: [Fields]] = [:]
        for fields in recordings {
            let names: [String] =
                switch kind {
                case "tag": fields["tags"].map { $0.texts.isEmpty ? [""] : $0.texts } ?? [""]
                case "day": [String(fields.text("created").prefix(10))]
                default: [fields.text(kind)]
                }
            for name in names { groups[name, default: []].append(fields) }
        }
        let names = groups.keys.filter { !$0.isEmpty }.sorted() + (groups[""] == nil ? [] : [""])
        return names.flatMap { name in
            let members = groups[name] ?? []
            let sums: Fields = [
                "group": .text(name), "group_count": .int(Int64(members.count)),
                "group_seconds": .double(members.reduce(0) { $0 + $1.number("seconds") }),
            ]
            return members.map { $0 + sums }
        }
    }

    private func peaks(_ request: Request) -> Reply {
        let columns = Int(request.int(.columns) ?? 80)
        return Reply(
            ["zoom": .int(1)],
            items: (0..<columns).map { index in
                let level = Double(index % 20) / 20
                return ["mono_low": .double(-level), "mono_high": .double(level), "mono_rms": .double(level / 2)]
            })
    }

    /// The settings with their standard values, as the engine lists them.
    static let settings: [Fields] = SettingsTable.all.map { setting in
        [
            "key": .text(setting.key.rawValue),
            "value": .text(setting.standard.map { SettingsTable.text($0, of: setting) } ?? ""), "from": .text("default"),
        ]
    }

    // MARK: The library

    /// A recording as `ls` lists it.
    static func recording(
        _ name: String, seconds: Double = 61, tags: [String] = [], note: String = "", state: String = "completed",
        bytes: Int64 = 5_900_000
    ) -> Fields {
        [
            "name": .text(name), "seconds": .double(seconds), "frames": .int(Int64(seconds * 48_000)), "rate": .int(48_000),
            "channels": .int(2), "container": .text("wav"), "bits": .text("24"), "bytes": .int(bytes),
            "created": .text("2026-11-24T10:41:07Z"), "modified": .text("2026-11-24T10:42:08Z"), "state": .text(state),
            "title": .text(""), "artist": .text(""), "tags": .list(tags), "note": .text(note), "markers": .int(3),
            "segments": .int(1), "path": .text("/home/anna/Recordings/\(name).wav"),
        ]
    }

    /// Three recordings whose names and notes nobody would choose.
    static let three: [Fields] = [
        recording(
            "interview with the mayor", seconds: 4046.9, tags: ["work", "2026"], note: "Second part, in the town hall.",
            bytes: 1_165_500_000),
        recording(
            "日本語の録音 \u{1b}[2J evil\u{202e}name", seconds: 0.5, tags: ["\u{7}bell"], note: "a\nb", state: "draft", bytes: 512),
        recording(String(repeating: "long-", count: 39) + "end12", seconds: 86_399, note: String(repeating: "word ", count: 60)),
    ]

    /// Many recordings.
    static func many(_ count: Int) -> [Fields] {
        (0..<count).map { recording("take-\(10_000 + $0)", seconds: Double($0), tags: $0 % 7 == 0 ? ["lesson"] : []) }
    }

    // MARK: The picture

    /// The present picture with the regions of the mouse.
    var sketch: Sketch {
        var face = face
        return face.sketch(now)
    }
    /// The present picture.
    var canvas: Canvas { sketch.canvas }
    var text: String { (0..<canvas.rows).map(canvas.text(ofRow:)).joined(separator: "\n") }

    /// The place of a text on the screen; the last one, since a dialog stands over a list.
    func place(of text: String) -> (column: Int, row: Int)? {
        let canvas = canvas
        for row in (0..<canvas.rows).reversed() {
            let cells = (0..<canvas.columns).map { canvas[$0, row].character.map(String.init) ?? "" }
            for column in 0..<canvas.columns where cells[column...].joined().hasPrefix(text) { return (column, row) }
        }
        return nil
    }

    /// The requests of these verbs as typed.
    func sent(_ names: String...) -> [String] {
        requests.filter { names.contains($0.name) }.map { request in
            ([request.name] + request.command.parameters.compactMap { request.word($0)?.replacing("\n", with: "+") })
                .joined(separator: " ")
        }
    }
}
