// Frames of a count-in. Any thread; a value.

/// Beats before a take: the take begins one beat after the last, at the frame at which the next beat would be.
public struct CountIn: Sendable, Equatable {
    /// Number of beats, 1 or more.
    public let beats: Int
    /// Beats a minute.
    public let tempo: Double

    /// Makes a count-in.
    public init(beats: Int, tempo: Double) {
        self.beats = beats
        self.tempo = tempo
    }

    /// Frames from the first beat to each beat and, as the last one, to the take; `rate` in Hz. Each is rounded by itself, so
    /// that no error adds up.
    public func frames(rate: Int) -> [Int64] {
        (0...beats).map { Int64((Double($0) * 60 / tempo * Double(rate)).rounded()) }
    }

    /// The number that is spoken at a beat: a count-in of 4 counts down from 4 to 1.
    public func number(at beat: Int) -> Int { beats - beat }
}
