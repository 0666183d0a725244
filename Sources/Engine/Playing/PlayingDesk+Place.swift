// The place of the playhead, as the library remembers it for the loaded recording. Control loop only.
internal import JackClient
internal import System

/// The place that was last sent to the library while a recording plays.
struct KeptPlace {
    /// Path of the recording.
    var path: String
    /// Timeline frame of the playhead.
    var frame: Int64
    /// Time at which the place was sent.
    var at: Moment
}

extension PlayingDesk {
    /// Seconds between two places that are remembered while a recording plays: a killed engine forgets no more.
    private static let pace = 10.0

    /// Has the library remember the position of the playhead.
    func rememberPosition(_ time: GraphTime?) {
        remember(position(time))
    }

    /// Has the library remember timeline frame `position` for the loaded recording.
    func remember(_ position: Int64) {
        guard let loaded else { return }
        post(.remember(path: loaded.path, frames: position), of: loaded)
    }

    /// Gives the library an order for the loaded recording, which is refused if another one has its name now. `id` is that of the
    /// order; nobody waits for the answer of one without.
    func post(_ order: LibraryOrder, of loaded: Loaded, id: UInt64 = .max) {
        library.post(order.ofLoaded(id, loaded.name, loaded.recordingID))
    }

    /// Has the library remember the position of a playhead that moves, every ten seconds.
    func keepPlace(_ time: GraphTime?, _ now: Moment) {
        guard state == .playing, let time, let loaded else { return kept = nil }
        let place = KeptPlace(path: loaded.path, frame: position(time), at: now)
        guard let last = kept, last.path == place.path else { return kept = place }
        // While a locate leads into another recording, the playhead may be there already.
        guard now.seconds(since: last.at) >= Self.pace, destination?.path == place.path else { return }
        kept = place
        if place.frame != last.frame { remember(place.frame) }
    }
}
