// Time of the JACK graph. Control loop only; a value.
internal import JackClient
internal import Realtime
internal import Synchronization

/// The time of one JACK client in extended frames, which never wrap (64 bits).
struct GraphTime {
    /// The client whose time this is.
    let client: JackClient

    /// The latest figures from the process callback. Never blocks.
    var telemetry: Telemetry { unsafe Telemetry(client.link.pointee.clockPage) }

    /// True while the server freewheels.
    var isFreewheeling: Bool { unsafe client.link.pointee.isFreewheeling.load(ordering: .relaxed) }

    /// The frame that is at the inputs now, estimated within the period. While freewheeling the clock means nothing, so this is
    /// the first frame of the next period.
    var now: Int64 {
        let telemetry = telemetry
        guard !isFreewheeling else { return telemetry.frame }
        // Right after freewheeling, JACK's estimate still belongs to the time before it; captured frames cannot lie in the
        // future.
        return max(telemetry.extend(client.frameTime), telemetry.frame - Int64(client.bufferSize))
    }

    /// The extended frame of a JACK frame that a command names, or now if it names none. A named frame may be up to `lateness`
    /// frames in the past. Throws `EngineError.framePast`.
    func frame(named jackFrame: UInt32?, lateness: Int64 = 0) throws(EngineError) -> Int64 {
        guard let jackFrame else { return now }
        let telemetry = telemetry
        let frame = telemetry.extend(jackFrame)
        guard frame >= max(telemetry.frame - lateness, telemetry.firstFrame) else {
            throw EngineError.framePast(frame: "\(jackFrame)")
        }
        return frame
    }
}
