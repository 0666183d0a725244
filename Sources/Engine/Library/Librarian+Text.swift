// Words of recordings for the player. Library worker only; blocks on the disk.
internal import Catalogue
internal import Dictation
internal import Storage
internal import Threads
internal import Words

extension Librarian {
    /// Reads the words of a recording and posts them; nil if their files have the fingerprint `known`.
    func readText(_ id: UInt64, _ name: String, known: String) {
        do throws(CatalogueError) {
            let fingerprint = library.fingerprintOfText(name)
            guard fingerprint != known else { return outbox.post(.spoken(id: id, nil)) }
            let (text, recording) = try catalogue.text(of: name)
            outbox.post(.spoken(id: id, SpokenText(text, rate: recording.rate, fingerprint: fingerprint)))
        } catch {
            outbox.post(.refused(id: id, .catalogue(error)))
        }
    }
}
