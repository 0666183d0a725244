// The command that splits the running take, and the options of rec that do it again and again. Any thread; constants.
internal import Messages

extension CommandTable {
    /// Sizes of files, in bytes.
    static let sizeLimits = 0.0...1e15

    static let split = Command(
        .recording(.split), .transport, needs: .transport,
        "End the recording that runs, and go on in the next one without losing a frame.",
        details: "The next recording has the name of the take with the next free number, and markers, waveform, sidecar and"
            + " delivery of its own. Its name is printed. A pause, a resume and a stop that are pending, and the length of"
            + " rec --for, hold over all parts. A paused take goes on paused in the next recording, which is dropped when the"
            + " take ends without any more sound. A take into an existing recording (append, insert, overwrite) cannot be split.",
        parameters: [atFrame], state: .take, failures: [.refused, .wrongState, .noServer, .storage, .diskFull], patience: 120,
        example: "dicta split")

    static let splitEvery = CommandParameter.option(
        .splitEvery, .time,
        "Go on in the next recording after each such length; at least 0.5 s, 0 for never; default: the setting rec-split-every.",
        limits: timeLimits)

    static let splitSize = CommandParameter.option(
        .splitSize, .size,
        "Go on in the next recording when the file has this size, such as 700MB; at least 1 MB, 0 for never; default: the setting"
            + " rec-split-size.",
        limits: sizeLimits)

    static let splitAtMarkers = CommandParameter.option(
        .splitAtMarkers, .flag, "Go on in the next recording at each marker; default: the setting rec-split-at-markers.")
}
