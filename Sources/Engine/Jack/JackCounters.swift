// Counters of xruns and lost frames since the client came. Control loop only; a value.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Synchronization

/// Numbers of xruns, and of frames that were missed, lost or late, since the client came.
struct JackCounters {
    /// Xruns that the server reported.
    let xruns: Int64
    /// Frames that JACK itself skipped.
    let missed: Int64
    /// Captured frames that could not be written in time.
    let lost: Int64
    /// Playback frames that were not ready in time.
    let underruns: Int64

    /// Reads the counters of a client.
    init(_ client: JackClient) {
        let link = unsafe client.link
        xruns = Int64(client.xruns)
        missed = unsafe link.pointee.missedFrames.load(ordering: .relaxed)
        lost = unsafe link.pointee.lostFrames.load(ordering: .relaxed)
        underruns = unsafe link.pointee.underruns.load(ordering: .relaxed)
    }

    /// Sum of all counters; grows with any new trouble.
    var sum: Int64 { xruns + missed + lost + underruns }

    /// The fields of `status`, of the topic `xruns` and of the event `xrun`.
    var fields: Fields {
        [
            "xruns": .int(xruns), "missed_frames": .int(missed), "lost_frames": .int(lost), "underruns": .int(underruns),
        ]
    }
}
