// Reading a waveform. One owner at a time; blocks briefly.
import Dictation
import Storage

extension Operation {
    /// Does one step of a waveform. True at its end.
    func draw(_ name: String, _ query: PeakQuery) throws(StorageError) -> Bool {
        var begun: (library: Library, recording: Recording, range: Range<Int64>)?
        if job == nil {
            let found: (library: Library, recording: Recording)
            if let open {
                found = (library, try library.recording(with: open.entry))
            } else {
                if !name.hasBytes(first: "/") { try library.refuseOpenTake(name) }
                found = try library.withWaveform(name, DecodeCache(reserve: reserve))
            }
            guard let range = frames(query.section, of: found.recording) else { return true }
            begun = (found.library, found.recording, range)
        }
        return try advance { () throws(StorageError) in
            guard let (library, recording, range) = begun else { throw .busy(name: name) }
            return try query.job(library, recording, range, reserve: reserve, open: open)
        } whenDone: { waveform in
            (reply, items) = (query.fields(waveform), query.items(waveform))
            // A running take has no other place that tells its pauses and losses.
            let breaks = open == nil ? [] : waveform.recording.breaks
            if !breaks.isEmpty { reply.append("breaks", .list(breaks.map(\.line))) }
        }
    }
}
