// Events of the library thread. Any thread; values.
internal import Catalogue
internal import Dictation
internal import Storage
internal import Threads

/// Events that the library worker posts. An `id` is the one of the order that led to the event.
enum LibraryEvent: Sendable {
    /// The answer to a verb, ready to be sent.
    case answered(id: UInt64, Reply)
    /// The description of a recording that a take is to go into.
    case recalled(id: UInt64, Recording)
    /// The markers of a recording have changed.
    case marked(id: UInt64, name: String, Reply, [Marker])
    /// Columns that `draw` asked for, from that frame of the timeline on.
    case drawn(id: UInt64, first: Int64, [WaveColumn])
    /// Frames to skip, that `listen` asked for.
    case silent(id: UInt64, [Range<Int64>])
    /// The words that `text` asked for; nil if they are known.
    case spoken(id: UInt64, SpokenText?)
    /// A file is ready to be played.
    case opened(id: UInt64, Playable)
    /// A recording was renamed or deleted, or its files were replaced.
    case filesChanged(FileChange)
    /// The newest takes in formats whose size depends on the sound, newest first: once, at the start.
    case rates([Segment])
    /// An order could not be carried out.
    case refused(id: UInt64, EngineError)
    /// Decoded part of a file, 0 to 1. The first value is 0; more follow up to ten times a second if the file tells its length.
    case progress(id: UInt64, Double)
    /// The current operation and its progress; nil once all is done.
    case working(Working?)
    /// An operation has ended: its line in the list of operations.
    case ended(Fields)
    /// Command lines of transcriptions that the engine before this one did not finish.
    case unfinished([String])
    /// Result of the recovery of a take after a crash, as a line for the log; without its note if all of the recovery failed.
    case recovered(LogText, RecoveryNote?)
    /// The takes that a dead engine left open are recovered, as far as they can be: their names are free or taken for good. Once, at the
    /// start.
    case settled
    /// Parts of an operation are finished, have failed or were left alone: a line for the log.
    case noted(LogText)
    /// Connections could not be stored; everything else goes on.
    case connectionsForgotten(EngineError)
    /// A play position could not be read or stored; everything else goes on.
    case forgotten(path: String, EngineError)
}

/// The library's current operation and its progress.
struct Working: Sendable, Equatable {
    /// Number of the operation.
    let id: UInt64
    /// Name of the verb.
    let verb: String
    /// Name of the recording or file that is worked on.
    let name: String
    /// Progress of the whole operation in whole per cent, so that few changes need to be reported.
    let percent: Int
    /// True until its first step.
    var isWaiting = false
    /// Number of operations that have not ended, this one included.
    var unfinished = 1
}
