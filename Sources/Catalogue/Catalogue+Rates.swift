// Sizes of the newest takes, for the size of takes to come. One owner at a time; blocks on the disk.
public import Dictation
internal import Storage

extension Catalogue {
    /// Recordings that are looked at: enough for each format that somebody uses.
    private static let mostLookedAt = 24

    /// The newest takes in formats whose size depends on the sound, newest first, as far as the index knew them when it was last
    /// used. Blocks on the disk. Throws `CatalogueError.storage`.
    public func newestPackedTakes() throws(CatalogueError) -> [Segment] {
        let containers = AudioFormat.Container.allCases.filter(\.isPacked).map(\.rawValue)
        var takes: [Segment] = []
        do throws(StorageError) {
            for name in try openIndex().newest(in: containers, atMost: Self.mostLookedAt) {
                do throws(StorageError) {
                    // An imported file has no end of a take.
                    takes += try library.readRecording(name).segments.reversed().filter { $0.endReason != nil }
                } catch {
                    // A recording that has changed since, or cannot be read, says nothing.
                }
            }
        } catch {
            throw .storage(error)
        }
        return takes
    }
}
