// Room: Engine. Control loop only; a value.
internal import Control
internal import Dictation

/// What the control loop knows of markers that it does not own: those of the take are the writer's, all others the library's.
struct MarkerDesk {
    /// Of the take that runs, in its frames.
    var take: [Marker] = []
    /// The one that was set or changed last, and the recording it is in.
    var latest: (recording: String, marker: Marker)?
    /// Who waits for the writer.
    var answers: [UInt64: (Result<Reply, EngineError>) -> Void] = [:]
    var nextAnswer: UInt64 = 1
    /// Markers for a frame of JACK's time to come, of what plays.
    var due: [Due] = []

    struct Due {
        let frame: Int64
        let order: MarkerOrder
        let answer: (Result<Reply, EngineError>) -> Void
    }

    /// For subscribers: what is current, and which of its markers was set last.
    func fields(_ recording: String, _ markers: [Marker]) -> Fields {
        var newest = markers.last
        for marker in markers where marker.created > newest?.created ?? "" { newest = marker }
        if let latest, latest.recording == recording, markers.contains(latest.marker) { newest = latest.marker }
        return [
            "count": .int(Int64(markers.count)), "name": .text(newest?.name ?? ""), "frames": .int(newest?.frame ?? 0),
            "recording": .text(recording),
        ]
    }
}
