// Orders to the library thread. Any thread; values.
internal import Catalogue
internal import Dictation
internal import Guide
internal import Player
internal import Storage

/// Orders to the library worker. Every event that an order leads to carries its `id`.
enum LibraryOrder: Sendable {
    /// Carry out a verb of the library. `name` is the recording to use if the request names none; `loaded` is the loaded
    /// recording, which an edit without a name is for, `loop` the points of its loop, `open` the running take whose waveform is
    /// asked for.
    case ask(
        id: UInt64, Request, name: String? = nil, loaded: String? = nil, loop: LoopPoints = LoopPoints(), open: OpenTake? = nil)
    /// Read columns of `frames` frames each of what is heard of a recording, by its name or by a path, in the part `range`.
    case draw(id: UInt64, name: String, Range<Int64>, frames: Int)
    /// Look for the silences of what is heard of a recording.
    case listen(id: UInt64, TimelineSource, SilenceQuery)
    /// Read the words of a recording, unless the fingerprint of its files is `known`.
    case text(id: UInt64, name: String, known: String)
    /// Look for the recording that answers a sheet, and for the answers in it; `name` is a recording that was named, `isNew` asks
    /// for the name of a new one.
    case answers(id: UInt64, sheet: QuestionSheet, name: String?, isNew: Bool, languages: [String], words: GuideWords)
    /// Change the markers of a recording.
    case mark(id: UInt64, name: String, MarkerRequest)
    /// Open a file by a recording's name or by a path; it is decoded first if necessary.
    case open(id: UInt64, name: String)
    /// Describe a recording that a take is to go into; a recording without a sidecar gets one.
    case recall(id: UInt64, name: String)
    /// Store the play position, in frames of the file. Files outside the library and files without a sidecar are silently
    /// skipped.
    case remember(path: String, frames: Int64)
    /// Store the loop, rate, pitch and gains that a recording keeps. Files outside the library and files without a sidecar are
    /// silently skipped.
    case rememberListening(path: String, Listening)
    /// Store the play position of a recording of the library, in timeline frames.
    case rememberPlace(name: String, frames: Int64)
    /// Write a text to a file that is not part of the library, after all earlier orders.
    case keep(id: UInt64, path: String, text: String)
    /// Store the connections of the engine's ports.
    case keepConnections(ConnectionMemory, engine: String)
    /// Carry out the order unless the recording of that name is another one than that of the identity: it is refused then.
    indirect case guarded(id: UInt64, name: String, Identifier, LibraryOrder)
    /// Stop decoding for this `open`, or this `listen`; no further event comes for it. Not an error if the work has ended or never
    /// began.
    case cancel(id: UInt64)
    /// Write the diary files that are missing or were not kept.
    case keepDiaries
    /// The transcriptions of the engine before this one were asked for anew.
    case resumed
    /// Carry out earlier orders, cancel operations and decodings, then end the thread.
    case quit
}

extension LibraryOrder {
    /// The order for the loaded recording, or one of the queue: another program may have renamed it meanwhile, and another one may
    /// have its name. A recording without an identity is known by its name alone.
    func ofLoaded(_ id: UInt64, _ name: String?, _ identity: Identifier?) -> LibraryOrder {
        guard let name, let identity, !identity.isUnset else { return self }
        return .guarded(id: id, name: name, identity, self)
    }
}
