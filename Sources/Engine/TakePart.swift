// Room: Engine. A value any thread may hold.

/// What a take had recorded when its server went away.
struct TakePart: Sendable {
    /// How many segments there are.
    var count = 0
    /// Of them all.
    var seconds = 0.0
    var dropouts = 0
    /// In which there was no server.
    var awaySeconds = 0.0
    /// When the last one was cut off, on the clock of `Telemetry.wallTime`.
    var leftAt: UInt64 = 0
}
