// Markers of closed recordings, read and changed. One thread at a time (library worker or terminal); blocks for moments.
public import Dictation
internal import Storage

extension Catalogue {
    /// Blocks until it is on the disk. Changes the markers of a recording and tells how they are now.
    public func mark(_ name: String, _ order: MarkerRequest) throws(CatalogueError) -> (reply: Reply, markers: [Marker]) {
        var refusal: MarkerError?
        var edit: MarkerEdit?
        var index = 0
        let recording: Recording
        do throws(StorageError) {
            recording = try library.updateRecording(try library.nameOfRecording(name)) { (recording) throws(StorageError) in
                do throws(MarkerError) {
                    let wanted = try order.edit(
                        of: recording.markers, rate: recording.rate, frames: recording.timeline.length)
                    edit = wanted
                    index = recording.edits.arrangement.change(wanted) ?? 0
                } catch {
                    refusal = error
                }
            }
        } catch {
            throw .storage(error)
        }
        if let refusal { throw .marker(refusal, name: name) }
        let told = MarkerReport.fields(edit, index: index, recording.markers, rate: recording.rate, of: recording.name)
        return (Reply(told), recording.markers)
    }

    /// Blocks. The markers of a recording, an item each.
    public func marks(_ name: String) throws(CatalogueError) -> Reply {
        do throws(StorageError) {
            let name = try library.nameOfRecording(name)
            let recording: Recording
            do throws(StorageError) {
                recording = try library.readRecording(name)
            } catch .missing {
                recording = try library.rebuiltRecording(name)
            }
            return MarkerReport.list(recording.markers, rate: recording.rate, of: name)
        } catch {
            throw .storage(error)
        }
    }
}
