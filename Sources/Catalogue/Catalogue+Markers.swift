// Markers of closed recordings, read and changed. One owner at a time; blocks on the disk.
public import Dictation
internal import Storage

extension Catalogue {
    /// Changes the markers of a recording, and gives the reply and all markers. Blocks until the sidecar is on the disk. Throws
    /// `CatalogueError.marker` for a bad request, `.storage` for a disk error.
    public func mark(_ name: String, _ order: MarkerRequest) throws(CatalogueError) -> (reply: Reply, markers: [Marker]) {
        var refusal: MarkerError?
        var edit: MarkerEdit?
        var index = 0
        let recording: Recording
        do throws(StorageError) {
            let name = try library.nameOfRecording(try named(name))
            recording = try library.updateRecording(name) { (recording) throws(StorageError) in
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

    /// The markers of a recording, one item each. Blocks on the disk. Throws `CatalogueError.storage`.
    public func marks(_ name: String) throws(CatalogueError) -> Reply {
        do throws(StorageError) {
            let name = try library.nameOfRecording(try named(name))
            let recording = try library.recording(name)
            return MarkerReport.list(recording.markers, rate: recording.rate, of: name)
        } catch {
            throw .storage(error)
        }
    }
}
