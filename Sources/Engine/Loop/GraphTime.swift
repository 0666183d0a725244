// Time of the JACK graph. Control loop only; a value.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Synchronization
internal import Threads

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

    /// The extended frame of a named one. A frame of 32 bits is taken within half a wrap of now.
    func extended(_ named: NamedFrame) -> Int64 {
        switch named {
        case .jack(let jackFrame): telemetry.extend(jackFrame)
        case .extended(let frame): frame
        }
    }

    /// The extended frame that a command names, or now if it names none. A named frame may be up to `lateness` frames in the
    /// past. Throws `EngineError.framePast`.
    func frame(named: NamedFrame?, lateness: Int64 = 0) throws(EngineError) -> Int64 {
        guard let named else { return now }
        let frame = extended(named)
        let telemetry = telemetry
        guard frame >= max(telemetry.frame - lateness, telemetry.firstFrame) else { throw past(frame) }
        return frame
    }

    /// The frame of a marker: the named one, which may be as far back as `first`, or now.
    func markFrame(_ named: NamedFrame?, since first: Int64) -> Int64 {
        guard case .jack(let jackFrame) = named else { return named.map(extended) ?? now }
        return telemetry.extend(jackFrame, since: first, rate: client.rate)
    }

    /// The frame at which a command to the process callback takes effect: the named one, or `RealtimeCommand.atOnce`. Throws
    /// `EngineError.framePast`.
    func effectFrame(_ request: Request) throws(EngineError) -> Int64 {
        try request.atFrame == nil ? RealtimeCommand.atOnce : frame(named: request.atFrame)
    }

    /// The error for an extended frame that has passed.
    func past(_ frame: Int64) -> EngineError { .framePast(frame: "\(telemetry.jackFrame(of: frame))") }
}
