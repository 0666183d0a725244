// Markers where an input clips. Writer thread only; blocks on the disk.
internal import Dictation
internal import Storage
internal import System
internal import Threads

extension TakeWriter {
    /// Sets the markers of the clips found since the last call. A marker that cannot be stored is left out: the count of clips
    /// has it.
    func markClips(_ take: Take) {
        let frames = take.clipMarks.take()
        guard !frames.isEmpty else { return }
        for frame in frames {
            let marker = Marker(frame: frame, name: ClipMarks.name, note: "", created: Timestamp.now.iso8601, id: .fresh())
            let change = MarkerChange(.add(marker), of: take.markers)
            do throws(StorageError) { try journal?.append(change) } catch { continue }
            take.apply(change)
            let result = TakeMarkResult(recording: take.request.name, change: change, rate: take.request.format.rate)
            outbox.post(.marked(id: 0, .success(result)))
        }
    }
}
