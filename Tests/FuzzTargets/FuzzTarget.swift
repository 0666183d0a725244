// Fuzz targets: parsers of untrusted bytes. One thread.

/// A parser of untrusted bytes: from the disk, a socket or a MIDI port. No input may crash or hang it, and its results must
/// be consistent.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// The JSON sidecar of a recording.
    case sidecar
    /// The journal of a running take, with its markers.
    case journal
    /// A file that recovery has to repair.
    case recovery
    /// A file that is to be played.
    case reader
    /// A waveform file.
    case peaks
    /// A datagram, and the same bytes as a TCP stream.
    case osc
    /// A library: files with their names, dates and contents.
    case folder
    /// MIDI messages, each with its length in front, and lines of the key map.
    case midi
    /// A transcript of another program, or one of this program.
    case transcript
    /// The answer of a recogniser.
    case hearing

    /// Feeds the bytes to the target. Returns the fault, or nil.
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
        case .transcript: Transcripts.foreign(bytes)
        case .hearing: Transcripts.hearing(bytes)
        }
    }
}
