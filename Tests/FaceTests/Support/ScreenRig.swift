// A screen with a stand-in for the engine that answers from a made-up library. One test; no I/O.
import Dictation
import Drawing
import Testing

@testable import Face

/// A screen, its time, and an engine that answers what the screen asks for.
struct ScreenRig {
    var face: Face
    var now = 100.0
    /// The requests that were sent, without those by which the screen only looks.
    var requests: [Request] = []
    /// All requests by which the screen looks.
    var questions: [Request] = []
    /// The other commands: quit, suspend and so on.
    var commands: [FaceCommand] = []
    /// The failure that the engine answers to every command; nil for none.
    var failure: Failure?
    /// The answers to commands, by verb; an empty one where there is none.
    var answers: [String: Reply] = [:]
    /// Markers of the recording, in frames.
    var markers: [(name: String, frame: Int64)] = []
    /// The path of the loaded file if it lies outside the library.
    var outsidePath = ""
    /// Fields that the answer of `status` has besides.
    var more: Fields = [:]
    /// Pauses and losses of the running take, as `peaks` tells them.
    var takeBreaks: [String] = []
    /// The ports that `source` lists.
    var ports: [Fields] = []
    /// The frame of a click in the recording `memo`.
    var click: Int64 = -1

    static let rate: Int64 = 48_000
    /// Far more requests than follow from one event.
    private static let mostQuestions = 1000

    /// A screen of a size, without an engine.
    init(_ columns: Int = 80, _ rows: Int = 24, _ options: FaceOptions = FaceOptions()) {
        ScreenLanguage.adopt
        face = Face(options)
        input(.resize(columns: columns, rows: rows))
    }

    // MARK: Events

    mutating func take(_ event: FaceEvent) { run(face.take(event, at: now)) }
    mutating func input(_ event: InputEvent) { take(.input(event)) }
    mutating func press(_ name: String) { if let key = Key(name: name) { input(.key(key)) } }
    mutating func type(_ text: String) { for character in text { input(.key(.character(character))) } }
    mutating func tell(_ topic: String, _ fields: Fields) { take(.state(topic: topic, fields)) }
    mutating func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int) {
        input(.mouse(MouseEvent(kind, column: column, row: row)))
    }
    mutating func click(_ column: Int, _ row: Int) {
        mouse(.press, column, row)
        mouse(.release, column, row)
    }

    /// Lets time go by, with the ticks that the screen wants.
    mutating func wait(_ seconds: Double) {
        let end = now + seconds
        while let next = face.nextTime(after: now), next <= end {
            now = next
            run(face.tick(at: now))
        }
        now = end
        run(face.tick(at: now))
    }

    /// The lines of the requests as typed, as far as their values tell.
    var sent: [String] {
        requests.map { request in
            ([request.name] + request.command.parameters.compactMap { request.word($0) }).joined(separator: " ")
        }
    }

    /// The present picture with the regions of the mouse.
    var sketch: Sketch {
        var face = face
        return face.sketch(now)
    }
    /// The present picture.
    var canvas: Canvas { sketch.canvas }
    var text: String { (0..<canvas.rows).map(canvas.text(ofRow:)).joined(separator: "\n") }

    /// The place of a text on the screen.
    func place(of text: String) -> (column: Int, row: Int)? {
        let canvas = canvas
        for row in 0..<canvas.rows {
            // Cells, not characters: wide ones take two.
            let cells = (0..<canvas.columns).map { canvas[$0, row].character.map(String.init) ?? "" }
            for column in 0..<canvas.columns where cells[column...].joined().hasPrefix(text) { return (column, row) }
        }
        return nil
    }

    // MARK: The engine

    private mutating func run(_ given: [FaceCommand]) {
        var rest = given
        var asked = 0
        while !rest.isEmpty {
            let command = rest.removeFirst()
            guard case .ask(let ticket, let request) = command else {
                commands.append(command)
                continue
            }
            asked += 1
            guard asked < Self.mostQuestions else {
                Issue.record("the screen asks '\(request.name)' again after each answer")
                return
            }
            let answer = answer(to: request)
            rest += face.take(.answer(ticket: ticket, answer), at: now)
        }
    }

    private mutating func answer(to request: Request) -> Result<Reply, Failure> {
        switch request.name {
        case "timer" where ["presets", "history"].contains(request.text(.do)): questions.append(request)
        case "transcript" where request.text(.do) == "show": questions.append(request)
        case "ask" where ["list", "status"].contains(request.text(.do)), "answers": questions.append(request)
        case "status",
            "set" where request.text(.value) == nil, "settings", "marks", "info", "peaks", "ls", "source", "operations", "search":
            questions.append(request)
        default:
            requests.append(request)
            if let failure { return .failure(failure) }
            return .success(answers[request.name] ?? Reply())
        }
        switch request.name {
        case "status":
            let outside: Fields = ["play_name": .text(face.view.transport.playName), "play_path": .text(outsidePath)]
            return .success(Reply(more + (outsidePath.isEmpty ? Self.status : Self.status + outside)))
        case "marks":
            let items: [Fields] = markers.enumerated().map { index, marker in
                ["marker": .int(Int64(index + 1)), "name": .text(marker.name), "frames": .int(marker.frame)]
            }
            return .success(Reply(["recording": .text(face.view.name)], items: items))
        case "info":
            return .success(
                Reply([
                    "name": .text("memo"), "container": .text("flac"), "bits": .text("24"), "rate": .int(48_000),
                    "channels": .int(2), "bytes": .int(7_290_000),
                    "breaks": .text("pause 2400000 12.5\nnonsense\nlost 1200000 0.01"),
                ]))
        case "peaks": return .success(peaks(request))
        case "source": return .success(Reply([:], items: ports))
        default: return .success(Reply())
        }
    }

    private func peaks(_ request: Request) -> Reply {
        let from = request.int(.from) ?? 0
        let until = request.int(.until) ?? 0
        let columns = request.int(.columns) ?? 80
        let zoom = max(1, (until - from + columns - 1) / columns)
        let items: [Fields] = stride(from: from, to: until, by: Int(zoom)).map { frame in
            let level = (frame..<frame + zoom).contains(click) ? 1 : Double(Self.level(frame))
            return [
                "frame": .int(frame), "left_low": .double(-level), "left_high": .double(level), "left_rms": .double(level / 2),
                "right_low": .double(-level / 2), "right_high": .double(level / 2), "right_rms": .double(level / 4),
            ]
        }
        let breaks: Fields = takeBreaks.isEmpty ? [:] : ["breaks": .list(takeBreaks)]
        return Reply(["from_frames": .int(from), "to_frames": .int(until), "zoom": .int(zoom)] + breaks, items: items)
    }

    /// A level that goes up and down like speech.
    static func level(_ frame: Int64) -> Float {
        let second = Float(frame % 480_000) / 48_000
        let word = abs((second * 1.7).truncatingRemainder(dividingBy: 2) - 1)
        let sentence = second < 7 ? Float(0.8) : 0.05
        return word * sentence
    }

    private static let status: Fields = [
        "engine": .text("dicta"), "version": .text("0.2.0"), "jack": .text("running"), "jack_server": .text("jackd 'default'"),
        "client": .text("dicta"), "rate": .int(48_000), "period": .int(256), "realtime": .flag(true),
        "name": .text("interview"), "segment_path": .text("/home/anna/Recordings/interview.wav"), "format": .text("wav"),
        "bits": .text("24"), "play_file_rate": .int(48_000),
        "library": .text("/home/anna/Recordings"), "sources": .list(["system:capture_1", "system:capture_2"]),
    ]

    // MARK: Scenes

    /// An engine that does nothing.
    mutating func connect() {
        take(.link(.connected(engine: "dicta")))
        tell("transport", Self.transport("idle", "stopped"))
        tell("disk", ["disk_free_bytes": .int(100_000_000_000), "disk_seconds_left": .double(222_840)])
        tell("xruns", ["xruns": .int(0), "missed_frames": .int(0), "lost_frames": .int(0), "underruns": .int(0)])
        tell("gains", ["master": .double(1), "monitor": .text("off")])
        tell("rate", Self.sound(1, 0))
        tell("loop", Self.loop(nil, nil))
        tell("lock", ["locked": .flag(false), "lock_seconds": .double(0)])
        tell("meters", Self.meters(-21, -18, -7, -3))
    }

    static func transport(_ record: String, _ play: String, take: String = "", loaded: String = "") -> Fields {
        [
            "record_state": .text(record), "play_state": .text(play), "record_name": .text(take), "play_name": .text(loaded),
            "jack": .text("running"), "freewheel": .flag(false), "record_error": .text(""),
        ]
    }

    static func sound(_ rate: Double, _ cents: Double) -> Fields {
        [
            "play_rate": .double(rate), "pitch_cents": .double(cents), "dpc_quality": .text("finer"),
            "formants": .text("shift"), "bypass": .flag(rate == 1 && cents == 0),
        ]
    }

    static func loop(_ a: Int64?, _ b: Int64?, scan: String = "off") -> Fields {
        [
            "looping": .flag(a != nil && b != nil), "loop_a_frames": .int(a ?? -1), "loop_b_frames": .int(b ?? -1),
            "scan": .text(scan),
        ]
    }

    static func meters(_ rms: Double, _ peak: Double, _ otherRms: Double, _ otherPeak: Double) -> Fields {
        var fields: Fields = [:]
        for place in ["in", "out"] {
            for (side, level, high) in [("left", rms, peak), ("right", otherRms, otherPeak)] {
                fields.append("\(place)_peak_\(side)_db", .double(high))
                fields.append("\(place)_rms_\(side)_db", .double(level))
                fields.append("\(place)_held_\(side)_db", .double(high))
            }
        }
        return fields
    }

    static func position(_ frame: Int64 = 0, of length: Int64 = 0, elapsed: Int64 = 0, bytes: Int64 = 0) -> Fields {
        [
            "position_frames": .int(frame), "position_seconds": .double(Double(frame) / 48_000), "heard_frames": .int(frame),
            "heard_seconds": .double(Double(frame) / 48_000), "duration_frames": .int(length),
            "duration_seconds": .double(Double(length) / 48_000), "elapsed_frames": .int(elapsed),
            "elapsed_seconds": .double(Double(elapsed) / 48_000), "size_bytes": .int(bytes),
            "take_peak_left_db": .double(elapsed > 0 ? -3.2 : -200), "take_peak_right_db": .double(elapsed > 0 ? -12.4 : -200),
        ]
    }

    /// The columns of the last seconds before a frame.
    static func wave(_ source: WaveColumns.Source, _ name: String, until end: Int64, seconds: Int64 = 2, click: Int64 = -1)
        -> Fields
    {
        let step: Int64 = 1536
        let first = max(0, (end - seconds * rate) / step)
        let columns = (first..<max(first, end / step)).map { index in
            let holds = (index * step..<(index + 1) * step).contains(click)
            let level = holds ? 1 : level(index * step)
            return WaveColumn(
                low: SIMD2(-level, -level / 2), high: SIMD2(level, level / 2), loud: SIMD2(level / 2, level / 4))
        }
        return WaveColumns(
            source: source, name: name, rate: Int(rate), columnFrames: Int(step), firstFrame: first * step, columns: columns
        ).fields
    }

    /// A take that runs for so many seconds, with the wave of its last minutes.
    mutating func record(_ seconds: Int64, click: Int64 = -1) {
        connect()
        markers = [("chorus", (seconds - 25) * Self.rate), ("mayor", (seconds - 9) * Self.rate)]
        tell("transport", Self.transport("recording", "stopped", take: "interview"))
        tell("markers", ["count": .int(2), "name": .text("mayor"), "recording": .text("interview")])
        let end = seconds * Self.rate
        tell("wave", Self.wave(.take, "interview", until: end, seconds: min(seconds, 60), click: click))
        tell("position", Self.position(elapsed: end, bytes: 72_900_000))
    }

    /// A recording of so many seconds that plays at a place.
    mutating func play(_ place: Int64, of seconds: Int64, state: String = "playing") {
        connect()
        markers = [("chorus", 20 * Self.rate), ("mayor", 41 * Self.rate), ("", 52 * Self.rate)]
        tell("transport", Self.transport("idle", state, loaded: "memo"))
        tell("markers", ["count": .int(3), "name": .text("mayor"), "recording": .text("memo")])
        tell("position", Self.position(place * Self.rate, of: seconds * Self.rate))
    }
}
