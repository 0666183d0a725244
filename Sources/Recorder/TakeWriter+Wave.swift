// Columns of the inputs, and the waveform of the open take. Writer thread only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Storage
internal import Threads

extension TakeWriter {
    /// Measures the inputs for the topics `wave` and `loudness`, from the cursor on, and moves it to the newest frame. Missing frames leave a
    /// hole in the count, and the columns begin anew behind it.
    mutating func showInputs() {
        guard let rate = stream?.rate else { return }
        while let piece = stream?.next() {
            guard case .sound(let position, let count, let frame) = piece,
                let samples = unsafe stream?.samples(position, count)
            else { continue }
            unsafe wave.add(samples, ofInputs: frame, rate: rate)
            unsafe loudness.add(samples, ofInputs: rate)
        }
    }

    /// The open take with its waveform up to the frames that are written; nil without a take.
    func draw() -> Result<OpenTake?, EngineError> {
        guard let take else { return .success(nil) }
        let name = take.request.name
        guard let peaks = take.peaks else {
            return .failure(.wrongState(tr("The waveform of \(name) is drawn when the take has ended: ask again then")))
        }
        do throws(StorageError) {
            let open = try peaks.open()
            var entry = take.request.journalEntry
            entry.segment.frames = open.frames
            entry.segment.gaps = take.gaps
            entry.segment.joints = take.joints
            entry.markers = take.markers
            return .success(OpenTake(entry, open))
        } catch {
            return .failure(.storage(error))
        }
    }
}
