// One run of the timer, as the history keeps it. Any thread; a value.
public import Dictation
import JSON

/// A run of the timer that has ended: one line of the history.
public struct TimerRecord: Sendable, Equatable {
    /// Time of the start in ISO 8601.
    public let started: String
    /// Local day of the start: 2026-11-25.
    public let day: String
    /// Seconds that ran, without countdown and pauses.
    public let seconds: Double
    /// Length that was asked for, in seconds.
    public let length: Double
    /// True if the run came to its end.
    public let isCompleted: Bool
    /// Name of the preset; empty for none.
    public let preset: String

    /// Makes a record.
    public init(started: String, day: String, seconds: Double, length: Double, isCompleted: Bool, preset: String) {
        self.started = started
        self.day = day
        self.seconds = seconds
        self.length = length
        self.isCompleted = isCompleted
        self.preset = preset
    }

    /// Reads a line of the history; nil for a line that is no record.
    public init?(line: [UInt8]) {
        guard let tree = try? JSONTree(parsing: line), let started = tree["started"]?.text, let day = tree["day"]?.text,
            let seconds = tree["seconds"]?.double, seconds.isFinite,
            let length = tree["length"]?.double, length.isFinite
        else { return nil }
        self.init(
            started: started, day: day, seconds: seconds, length: length, isCompleted: tree["completed"] == .flag(true),
            preset: tree["preset"]?.text ?? "")
    }

    /// The line of the history, which ends with a line feed.
    public var line: [UInt8] {
        JSONTree.object([
            .init("started", .text(started)), .init("day", .text(day)), .init("seconds", .number("\(seconds)")),
            .init("length", .number("\(length)")), .init("completed", .flag(isCompleted)), .init("preset", .text(preset)),
        ]).line
    }

    /// Fields of an item of the list.
    public var fields: Fields {
        [
            "started": .text(started), "ran_seconds": .double(seconds), "length_seconds": .double(length),
            "completed": .flag(isCompleted), "preset": .text(preset),
        ]
    }
}
