// The verb `silences`. One owner at a time; blocks briefly.
import Dictation
import Storage

extension Operation {
    /// Does one step of a search for silences. True at its end.
    func listen(_ name: String, _ section: TimelineSection, _ query: SilenceQuery) throws(StorageError) -> Bool {
        var begun: (recording: Recording, range: Range<Int64>)?
        if job == nil {
            try library.refuseOpenTake(name)
            let recording = try library.recording(name)
            guard let range = frames(section, of: recording) else { return true }
            begun = (recording, range)
        }
        return try advance { () throws(StorageError) in
            guard let (recording, range) = begun else { throw .busy(name: name) }
            return try SilenceJob(library, recording, range, query, DecodeCache(reserve: reserve))
        } whenDone: { job in
            let rate = Double(max(1, job.recording.rate))
            let gaps = job.gaps.map { job.first + $0.lowerBound..<job.first + $0.upperBound }
            let silent = gaps.reduce(0) { $0 + Int64($1.count) }
            reply = [
                "name": .text(job.recording.name), "rate": .int(Int64(job.recording.rate)), "silences": .int(Int64(gaps.count)),
                "silence_seconds": .double(Double(silent) / rate), "seconds": .double(Double(job.frames) / rate),
            ]
            items = gaps.map { gap in
                [
                    "from_frames": .int(gap.lowerBound), "from_seconds": .double(Double(gap.lowerBound) / rate),
                    "to_frames": .int(gap.upperBound), "to_seconds": .double(Double(gap.upperBound) / rate),
                    "seconds": .double(Double(gap.count) / rate),
                ]
            }
        }
    }
}
