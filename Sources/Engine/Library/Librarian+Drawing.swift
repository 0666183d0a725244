// Columns of a recording for the moving waveform. Library worker only; blocks on the disk.
internal import Dictation
internal import Recorder
internal import Storage
internal import Threads

extension Librarian {
    /// Begins to read columns of `frames` frames each. Operations and their queue are not concerned: a long one would hold the
    /// waveform up.
    mutating func draw(_ id: UInt64, _ name: String, _ range: Range<Int64>, _ frames: Int) {
        do throws(StorageError) {
            let (library, recording) = try library.withWaveform(name, cache)
            drawings.append((id, try Waveform(library, recording, range, zoom: frames, cache: cache)))
        } catch {
            outbox.post(.refused(id: id, .storage(error)))
        }
    }

    /// Takes one short step of the first waveform.
    mutating func draw() {
        guard let (id, job) = drawings.first else { return }
        do throws(StorageError) {
            guard try job.step() else { return }
            outbox.post(.drawn(id: id, first: job.range.lowerBound, job.columns.map(WaveColumn.init)))
        } catch {
            outbox.post(.refused(id: id, .storage(error)))
        }
        drawings.removeFirst()
    }
}
