// The test take of the tour. One thread; asks the engine.
import Control
import Dictation
import Messages
import System

/// The test take, which is known by its id: a recording of the user may have any name.
struct TourTake {
    let id: String
    let name: String
    /// Its length in seconds; 0 while it runs.
    var seconds = 0.0
    /// Its place of the marker in seconds; nil before it is set.
    var marker: Double?
    /// The highest levels of both channels in dB.
    var peaks = [-200.0, -200.0]
    /// Its file.
    var path = ""
    /// Number of its segments once it is closed; 0 before.
    var segments: Int64 = 0

    /// Levels below this are silence, or the noise of an open input.
    private static let silence = -60.0

    /// True if nothing can be heard in it.
    var isSilent: Bool { peaks.allSatisfy { $0 < Self.silence } }

    /// Its name as a word of a command line.
    var word: String { name.contains(" ") ? "'\(name)'" : name }

    /// Name of the take, and of the marker.
    static let (wanted, mark) = ("tour", "here")
    /// A take that is forgotten, or left by a program that was killed, ends by itself after this time.
    static let line = "rec \(wanted) --for 1m"

    /// Values that keep settings of the user away from the take, where they have others than those of a new user.
    static let values: [ParameterKey: Value] = [
        .countIn: .int(0), .preroll: .double(0), .deliver: .text("off"), .splitEvery: .double(0), .splitSize: .int(0),
    ]

    /// Nil if the answer has no id: an engine of an earlier version.
    init?(_ fields: Fields) {
        let id = fields.text("id")
        guard !id.isEmpty else { return nil }
        self.id = id
        name = fields.text("name")
    }

    /// True if this take runs.
    func isRunning(_ status: Fields) -> Bool { status.text("record_state") != "idle" && status.text("id") == id }

    /// True if this take is loaded.
    func isLoaded(_ status: Fields) -> Bool { status.text("play_id") == id }

    /// Takes length, levels and file from the answer to `stop` or `info`.
    mutating func take(_ fields: Fields) {
        seconds = fields.number("seconds")
        segments = max(1, fields.count("segments"))
        path = ["path", "segment_path"].map(fields.text).first { !$0.isEmpty } ?? ""
        peaks = ["left", "right"].map { side in
            let key = "peak_\(side)_db"
            return fields[key] == nil ? -200 : fields.number(key)
        }
    }
}
