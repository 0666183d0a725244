// Files to play: found, and decoded if only ffmpeg can read them. Library worker only.
internal import Catalogue
internal import Dictation
internal import Storage
internal import System

extension Librarian {
    /// Opens a file by its path or its recording's name. Gives `.opened`, or `.progress` after a decoding has begun. Throws
    /// `StorageError`, as `.busy` if an operation works on the recording.
    mutating func open(_ id: UInt64, _ name: String) throws(StorageError) -> LibraryEvent {
        do throws(StorageError) {
            let found = try library.find(name)
            guard !library.owns(found.path) || !catalogue.isClaimed(found.name) else { throw .busy(name: found.name) }
            return .opened(id: id, playable(found.path))
        } catch .notAudio(let path, _) {
            return try openDecoded(id, path)
        } catch .noSuchRecording(let name, let folder) {
            guard let path = try library.findDecodable(name) else { throw .noSuchRecording(name: name, folder: folder) }
            return try openDecoded(id, path)
        }
    }

    /// Takes the decoded copy from the cache, or starts to decode the file.
    private mutating func openDecoded(_ id: UInt64, _ path: String) throws(StorageError) -> LibraryEvent {
        if let audioPath = try cache.find(path) { return .opened(id: id, playable(path, decoded: audioPath)) }
        decodings.append((id, try cache.decode(path), Moment.now))
        return .progress(id: id, 0)
    }

    /// Describes a file for the player. `decoded` is the path of its decoded copy, if there is one.
    private func playable(_ path: String, decoded: String? = nil) -> Playable {
        let name = Library.name(ofPath: path)
        var source = TimelineSource.file(decoded ?? path)
        var position: Int64?
        var markers: [Marker] = []
        var (title, artist) = ("", "")
        if library.owns(path) {
            do throws(StorageError) {
                let recording = try library.readRecording(name)
                (position, markers) = (recording.playPosition, recording.markers)
                (title, artist) = (recording.title, recording.artist)
                source = TimelineSource(recording, at: path, decoded: decoded, in: library)
            } catch .missing {
                // A file without a sidecar has no known position and no markers.
            } catch {
                outbox.post(.forgotten(path: path, .storage(error)))
            }
        }
        return Playable(
            name: name, path: path, source: source, position: position, markers: markers, title: title, artist: artist)
    }

    /// Reads progress and results of the decoding programs. Does not wait for them.
    mutating func listen() {
        for index in decodings.indices.reversed() {
            let (id, decoding, told) = decodings[index]
            do throws(StorageError) {
                if let audioPath = try decoding.look() {
                    decodings.remove(at: index)
                    outbox.post(.opened(id: id, playable(decoding.path, decoded: audioPath)))
                } else if let fraction = decoding.fraction, Moment.now.seconds(since: told) >= 0.1 {
                    decodings[index].told = Moment.now
                    outbox.post(.progress(id: id, fraction))
                }
            } catch {
                decodings.removeAll { $0.id == id }
                outbox.post(.refused(id: id, .storage(error)))
            }
        }
    }
}
