// Files to play: found, and decoded if only ffmpeg can read them. Library worker only.
internal import Catalogue
internal import Dictation
internal import Player
internal import Storage
internal import System
internal import Threads

extension Librarian {
    /// Opens a file by its path, or by its recording's name or identity. Gives `.opened`, or `.progress` after a decoding has begun. Throws
    /// `StorageError`, as `.busy` if an operation works on the recording.
    mutating func open(_ id: UInt64, _ text: String) throws(StorageError) -> LibraryEvent {
        let name = try catalogue.named(text)
        do throws(StorageError) {
            let found = try library.find(name)
            let path = found.path
            let home = try home(of: name, at: path)
            let known = Library.name(ofPath: home)
            guard !library.owns(home) || !catalogue.isClaimed(known) else { throw .busy(name: known) }
            guard !found.isSequential else { return try openDecoded(id, path, home: home) }
            return .opened(id: id, playable(path, home: home))
        } catch .notAudio(let path, _) {
            return try openDecoded(id, path, home: try home(of: name, at: path))
        } catch {
            // A file that was made smaller, and the one before it deleted, is the recording too.
            let name: String
            switch error {
            case .noSuchRecording(let asked, _), .gone(let asked, _): name = asked
            default: throw error
            }
            guard let path = try library.findDecodable(name) else { throw error }
            return try openDecoded(id, path, home: path)
        }
    }

    /// Path that stands for what was opened: the file at `path`, or the sidecar of a recording whose file lies elsewhere or bears
    /// another name. So such a recording is one of the library, with its name, markers and edits.
    private func home(of name: String, at path: String) throws(StorageError) -> String {
        let isNamed = library.owns(path) && (Library.name(ofPath: path) == name || path.lastPart == name)
        guard !name.hasSlash, !isNamed else { return path }
        return library.path(of: "\(try library.nameOfRecording(name)).json")
    }

    /// Takes the decoded copy from the cache, or starts to decode the file.
    private mutating func openDecoded(_ id: UInt64, _ path: String, home: String) throws(StorageError) -> LibraryEvent {
        if let audioPath = try cache.find(path) { return .opened(id: id, playable(path, home: home, decoded: audioPath)) }
        decodings.append((id, try cache.decode(path), path, home, Moment.now))
        return .progress(id: id, 0)
    }

    /// Describes a file for the player. `home` is the path that stands for it, `decoded` that of its decoded copy, if there is
    /// one.
    private func playable(_ path: String, home: String, decoded: String? = nil) -> Playable {
        let name = Library.name(ofPath: home)
        var source = TimelineSource.file(decoded ?? path)
        var position: Int64?
        var listening: Listening?
        var markers: [Marker] = []
        var (title, artist) = ("", "")
        var recordingID = Identifier.unset
        var whole: String? = path
        if library.owns(home) {
            do throws(StorageError) {
                let recording = try library.readRecording(name)
                (position, markers) = (recording.playPosition, recording.markers)
                recordingID = recording.id
                (title, artist, listening) = (recording.title, recording.artist, recording.listening)
                whole = try RenderCache().find(recording, in: library)
                source = TimelineSource(recording, at: path, decoded: decoded, in: library)
            } catch .missing {
                // A file without a sidecar has no known position and no markers.
            } catch {
                outbox.post(.forgotten(path: path, .storage(error)))
            }
        }
        return Playable(
            name: name, path: home, whole: whole, source: source, position: position, markers: markers, title: title,
            artist: artist, listening: listening, recordingID: recordingID)
    }

    /// Gives files that are being decoded or examined their new paths, by which the player will know them. `files` has the new names by the
    /// old ones.
    mutating func follow(_ files: [String: String]) {
        let paths = Dictionary(files.map { (library.path(of: $0), library.path(of: $1)) }) { first, _ in first }
        for (_, search) in searches { search.rename(paths) }
        for index in decodings.indices {
            if let path = paths[decodings[index].path] { decodings[index].path = path }
            if let home = paths[decodings[index].home] { decodings[index].home = home }
        }
    }

    /// Reads progress and results of the decoding programs. Does not wait for them.
    mutating func listen() {
        for index in decodings.indices.reversed() {
            let (id, decoding, path, home, told) = decodings[index]
            do throws(StorageError) {
                if let audioPath = try decoding.look() {
                    decodings.remove(at: index)
                    outbox.post(.opened(id: id, playable(path, home: home, decoded: audioPath)))
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
