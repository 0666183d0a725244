// Frames that were not there in time, counted since the client came. Control loop only; a value.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Synchronization

/// What went wrong in the graph and beside it since the client came.
struct JackCounters {
    let xruns: Int64
    /// Frames that JACK itself missed.
    let missed: Int64
    /// Frames that were captured and could not be written in time.
    let lost: Int64
    /// Frames that were not there when they were to be heard.
    let underruns: Int64

    init(_ client: JackClient) {
        let link = unsafe client.link
        xruns = Int64(client.xruns)
        missed = unsafe link.pointee.missedFrames.load(ordering: .relaxed)
        lost = unsafe link.pointee.lostFrames.load(ordering: .relaxed)
        underruns = unsafe link.pointee.underruns.load(ordering: .relaxed)
    }

    var sum: Int64 { xruns + missed + lost + underruns }

    /// As `status`, the topic `xruns` and the event `xrun` have them.
    var fields: Fields {
        [
            "xruns": .int(xruns), "missed_frames": .int(missed), "lost_frames": .int(lost), "underruns": .int(underruns),
        ]
    }
}
