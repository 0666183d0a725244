// Names and values of MPRIS 2. Any thread; no I/O.

/// Properties of the two interfaces of MPRIS 2.
enum MediaProperties {
    /// Name of the root interface, and first part of the bus name.
    static let root = "org.mpris.MediaPlayer2"
    /// Name of the player interface.
    static let player = "org.mpris.MediaPlayer2.Player"
    /// Object path of the player.
    static let path = "/org/mpris/MediaPlayer2"

    /// All properties of an interface; nil if it is unknown.
    static func all(of interface: String, _ state: MediaState) -> [(key: String, value: BusValue)]? {
        switch interface {
        case root:
            [
                ("Identity", .text("Dicta")), ("DesktopEntry", .text("dicta")), ("CanQuit", .flag(state.canQuit)),
                ("CanRaise", .flag(false)),
                ("HasTrackList", .flag(false)), ("SupportedUriSchemes", .texts(["file"])),
                ("SupportedMimeTypes", .texts(["audio/x-wav", "audio/flac", "audio/ogg", "audio/mpeg"])),
            ]
        case player: changing(state) + [("Position", .long(state.position))] + fixed
        default: nil
        }
    }

    /// Properties that are announced when they change.
    static func changing(_ state: MediaState) -> [(key: String, value: BusValue)] {
        let isLoaded = !state.track.isEmpty
        var metadata: [(key: String, value: BusValue)] = [("mpris:trackid", .path(state.trackPath))]
        if isLoaded { metadata += [("mpris:length", .long(state.length)), ("xesam:title", .text(state.title))] }
        if let url = state.fileURL { metadata.append(("xesam:url", .text(url))) }
        if isLoaded, !state.artist.isEmpty { metadata.append(("xesam:artist", .texts([state.artist]))) }
        return [
            ("PlaybackStatus", .text(state.status)), ("Rate", .double(state.rate)), ("Volume", .double(state.volume)),
            ("LoopStatus", .text(state.hasLoop ? "Track" : state.repeats ? "Playlist" : "None")),
            ("Metadata", .dictionary(metadata)),
            ("CanPlay", .flag(isLoaded)), ("CanPause", .flag(isLoaded)), ("CanSeek", .flag(isLoaded)),
            ("CanGoNext", .flag(state.hasNext)), ("CanGoPrevious", .flag(state.hasPrevious)),
            ("Shuffle", .flag(state.isShuffled)),
        ]
    }

    /// Properties that never change.
    private static let fixed: [(key: String, value: BusValue)] = [
        ("MinimumRate", .double(0.5)), ("MaximumRate", .double(2)),
        ("CanControl", .flag(true)),
    ]
}
