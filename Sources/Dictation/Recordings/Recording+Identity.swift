// Identities of a recording and its parts. Any thread; no I/O.

extension Recording {
    /// The recording with an identity for all that has none: the recording, its segments, its markers and those of undo steps.
    ///
    /// Sidecars of older versions have no identities. Each one is derived from what is in the sidecar and survives a rename, a copy
    /// of the folder and a look by another program: the time of creation, and of the first segment its time, start frame,
    /// length, rate and channels; for segments and markers the recording's identity and their number. So every reader sees
    /// the same ones, until the next write keeps them.
    public var identified: Recording {
        var result = self
        if id.isUnset {
            let first = segments.first.map { "\($0.created) \($0.startFrame) \($0.frames) \($0.rate) \($0.channels)" }
            result.id = Identifier(derivedFrom: "recording \(created) \(first ?? "")")
        }
        for index in segments.indices where segments[index].id.isUnset {
            result.segments[index].id = Identifier(derivedFrom: "\(result.id) segment \(index + 1)")
        }
        result.edits.identify(by: result.id)
        return result
    }

    /// The recording as another one with the same contents: it has these identities for itself and its segments, and keeps those
    /// of its markers.
    public func reidentified(_ fresh: () -> Identifier) -> Recording {
        var result = identified
        result.id = fresh()
        for index in result.segments.indices { result.segments[index].id = fresh() }
        return result
    }
}

extension [Marker] {
    /// Gives an identity to each marker that has none, by its place in a list of a recording.
    mutating func identify(by recording: Identifier, list: String) {
        for index in indices where self[index].id.isUnset {
            self[index].id = Identifier(derivedFrom: "\(recording) \(list) marker \(index + 1)")
        }
    }
}
