// The identities of a take and of what is loaded. Any thread; no I/O.
internal import Dictation
internal import Recorder

extension TakeRequest {
    /// True if a text names the recording of the take: by its name, or by its identity or the beginning of it.
    func isMeant(by text: String) -> Bool { text == name || Identifier.Beginning(text)?.fits(recordingID) == true }

    /// Identities of the recording and of the segment; none before the file is open.
    var identities: Fields {
        guard !segmentID.isUnset else { return [:] }
        return ["id": .text(recordingID.description), "segment_id": .text(segmentID.description)]
    }
}

extension Loaded {
    /// True if a text names the recording: by its name, or by its identity or the beginning of it.
    func isMeant(by text: String) -> Bool { text == name || Identifier.Beginning(text)?.fits(recordingID) == true }
}
