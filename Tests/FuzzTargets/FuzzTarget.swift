// One thread. What is fed with bytes that anybody could have made.

/// Something that reads bytes of anybody: from the disk, a socket or a MIDI port. Whatever they are it must not crash or hang, and what it tells must hold together.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// A recording's JSON.
    case sidecar
    /// The note of a take that runs, with its markers.
    case journal
    /// A file that recovery is to make whole.
    case recovery
    /// A file that is to be played.
    case reader
    /// A waveform that was drawn before.
    case peaks
    /// A datagram, and the same bytes as a TCP stream.
    case osc
    /// A library: files with their names, dates and contents.
    case folder
    /// MIDI messages, each with its length in front, and lines of the key map.
    case midi

    /// Returns what is wrong, or nil.
    public func run(_ bytes: [UInt8]) -> String? {
        switch self {
        case .sidecar: Texts.sidecar(bytes)
        case .journal: Texts.journal(bytes)
        case .recovery: Sounds.recovery(bytes)
        case .reader: Sounds.reader(bytes)
        case .peaks: Drawings.peaks(bytes)
        case .osc: Surfaces.osc(bytes)
        case .folder: Folders.library(bytes)
        case .midi: Surfaces.midi(bytes)
        }
    }
}
