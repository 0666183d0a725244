// Control loop.
internal import JackClient
internal import Realtime
internal import Synchronization

/// JACK's time as one client has it, in extended frames.
struct GraphTime {
    let client: JackClient

    var telemetry: Telemetry { unsafe Telemetry(client.link.pointee.clockPage) }

    var isFreewheeling: Bool { unsafe client.link.pointee.isFreewheeling.load(ordering: .relaxed) }

    /// The frame that is at the inputs now, mid-period included. In freewheel, where the clock says nothing, the next
    /// period's first.
    var now: Int64 {
        let telemetry = telemetry
        guard !isFreewheeling else { return telemetry.frame }
        // Right after freewheel JACK's estimate is still that of before; what has been captured is not to come.
        return max(telemetry.extend(client.frameTime), telemetry.frame - Int64(client.bufferSize))
    }

    /// The extended frame of a command: the one that was named, or now. A named one may be past by `lateness` frames.
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
