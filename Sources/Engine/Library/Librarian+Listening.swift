// Silences of a recording, for playback that skips them. Library worker only; blocks on the disk.
internal import Catalogue
internal import Playback
internal import Player
internal import Threads

extension Librarian {
    /// Begins to look for silences. Operations and their queue are not concerned: a long one would hold the search up.
    mutating func listen(_ id: UInt64, _ source: TimelineSource, _ query: SilenceQuery) {
        do throws(PlaybackError) {
            searches.append((id, SilenceSearch(try source.open(), query)))
        } catch {
            outbox.post(.refused(id: id, .playback(error)))
        }
    }

    /// Takes one short step of the first search.
    mutating func search() {
        guard let (id, search) = searches.first else { return }
        do throws(PlaybackError) {
            guard try search.step() else { return }
            outbox.post(.silent(id: id, search.gaps))
        } catch {
            outbox.post(.refused(id: id, .playback(error)))
        }
        searches.removeFirst()
    }
}
