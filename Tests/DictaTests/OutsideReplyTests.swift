// Tests of the remote with numbers that no engine sends (limits: bad input).
import Control
import Dictation
import Testing

@testable import dicta

/// A program at a TCP port can answer anything. Each of these numbers ended the remote, or would.
@Suite("dicta prints any number of a reply (C1)")
struct OutsideReplyTests {
    static let numbers: [Value] = [
        .double(.nan), .double(.infinity), .double(-.infinity), .double(1e300), .double(-1e300), .int(.max), .int(.min),
        .double(-0.5),
    ]

    private static let keys = [
        "decode_percent", "rate", "period", "xruns", "underruns", "bad_samples_in", "bad_samples_played", "bad_samples_out",
        "missed_frames", "lost_frames", "clips_left", "clips_right", "in_clips_left", "in_clips_right", "elapsed_seconds",
        "remaining_seconds", "elapsed_frames", "size_bytes", "position_seconds", "duration_seconds", "play_rate", "pitch_cents",
        "master",
        "disk_free_bytes", "disk_seconds_left", "take_peak_left_db", "take_peak_right_db", "in_peak_left_db", "in_peak_right_db",
        "in_held_left_db", "in_held_right_db", "loop_a_seconds", "loop_b_seconds",
    ]

    /// The same number in each field that is one, beside the texts that make all lines appear.
    private func reply(_ number: Value) -> Fields {
        let words: Fields = [
            "record_state": .text("recording"), "name": .text("memo"), "record_name": .text("memo"),
            "play_state": .text("playing"),
            "play_name": .text("memo"), "looping": .flag(true), "jack": .text("running"),
        ]
        return words + Fields(Self.keys.map { Field($0, number) })
    }

    @Test("the state of an engine", arguments: numbers)
    func status(number: Value) {
        #expect(StatusLines(reply(number), columns: 80).text.contains("memo"))
        #expect(Listing.text(reply(number)).contains("memo"))
    }

    @Test("the line of a running take", arguments: numbers)
    func take(number: Value) throws {
        var line = TakeLine()
        for topic in ["xruns", "transport", "position", "meters", "disk", "xruns"] {
            try line.take(topic, reply(topic == "xruns" && line.isRunning ? .int(7) : number))
        }
        for columns in [20, 80, 200] { #expect(!line.ink(columns: columns).isEmpty) }
    }

    @Test("the progress of a work, and the bars of levels", arguments: numbers)
    func work(number: Value) {
        let fields = reply(number)
        let line = WorkLine(
            verb: .copy, name: "memo", done: fields.count("xruns"), total: fields.count("rate"),
            fraction: fields.number("decode_percent") / 100)
        #expect(!line.ink(columns: 80).isEmpty && line.plain.hasPrefix("Copying memo"))
        let level = fields.number("in_peak_left_db")
        #expect(LevelBar.ink(level, held: level, 10).count == 10)
        #expect(LevelBar.number(level).text.count >= 4)
    }

    @Test("sentences and labels", arguments: numbers)
    func sentences(number: Value) throws {
        let request = try CommandTable.request(.playing(.play), [:])
        let text = try #require(Sentence.text(["name": .text("memo")] + reply(number), of: request))
        #expect(text.hasPrefix("Playing memo"))
        #expect(Labels.text([["name": .text("here"), "position_seconds": number]]).hasSuffix("\there\n"))
    }

    @Test("a label before the start keeps its sign")
    func negativeLabel() {
        #expect(Labels.text([["name": .text("x"), "position_seconds": .double(-1.25)]]) == "-1.250000\t-1.250000\tx\n")
        #expect(Labels.text([["name": .text("x"), "position_seconds": .double(1.05)]]) == "1.050000\t1.050000\tx\n")
    }
}
