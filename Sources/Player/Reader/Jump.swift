// A move of the playhead that the reader has prepared and the callback has not made. Any thread; a value.
package import Realtime

/// A splice that leads to another place of the timeline. The callback makes it a period or two after the reader has answered the
/// command, and what is told of the playhead counts from the answer on.
package struct Jump: Sendable, Equatable {
    /// Number of the locate that is played.
    let generation: UInt32
    /// Edition that the splice leads to.
    let edition: UInt32
    /// Timeline frames by which the playhead moves.
    let shift: Int64

    /// Timeline frames that the playhead still has to move; 0 once the callback plays the edition or another locate. `latest` is
    /// the locate in force or under way.
    package func pending(_ telemetry: Telemetry, latest: UInt32) -> Int64 {
        guard generation == latest else { return 0 }
        // Editions of an earlier locate are not compared.
        guard telemetry.generation == latest else { return shift }
        return Int32(bitPattern: telemetry.edition &- edition) < 0 ? shift : 0
    }
}
