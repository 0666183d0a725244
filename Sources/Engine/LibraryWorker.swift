// Room: Engine. Made by the control loop; everything but `post` runs on the library thread.
internal import CLinux
internal import Catalogue
internal import Control
internal import Dictation
internal import Glibc
internal import Storage

/// Reads and writes library files for the control loop, which must never wait for a disk.
///
/// Decoding is done by a program of its own: this thread only listens to it, and lists and opens meanwhile. Operations on
/// recordings are done here, a small step at a time, and anything else that is asked for comes between two steps.
final class LibraryWorker: @unchecked Sendable {
    private let library: Library
    private let cache: DecodeCache
    private let wake: WakeDescriptor
    private let inbox: Mailbox<LibraryMessage>
    private let outbox: Mailbox<LibraryEvent>

    // Library thread's own.
    private let catalogue: Catalogue
    /// Who waits for which operation.
    private var askers: [UInt64: UInt64] = [:]
    /// Progress told last of the operation at work.
    private var working: Working?
    private var workingTold = Moment.now
    private var decodings: [(id: UInt64, decoding: Decoding, told: Moment)] = []
    private var isQuitting = false

    init(
        library: Library, cache: DecodeCache, indexFolder: String = LibraryIndex.standardFolder, reserve: Int64 = 0,
        outbox: Mailbox<LibraryEvent>
    ) throws(EngineError) {
        self.library = library
        catalogue = Catalogue(library, indexFolder: indexFolder, reserve: reserve)
        self.cache = cache
        self.outbox = outbox
        let wake = try WakeDescriptor()
        self.wake = wake
        inbox = Mailbox { wake.wake() }
    }

    /// Any thread but JACK's.
    func post(_ message: LibraryMessage) { inbox.post(message) }

    /// The thread's body; returns after `.quit`.
    func run() {
        recover()
        while !isQuitting {
            waitForNews()
            for message in inbox.take() { obey(message) }
            listen()
            operate()
        }
        decodings = []
        // Half-written files go; the process may end before anything else does it.
        catalogue.cancelAll()
    }

    /// Before anything else: takes that an engine left open when it died become recordings.
    private func recover() {
        do throws(StorageError) {
            for note in try library.recoverLeftovers() {
                outbox.post(.recovered("\(note.name): \(note.action.rawValue): \(note.words)"))
            }
        } catch {
            outbox.post(.recovered("nothing was recovered: \(error)"))
        }
    }

    private func waitForNews() {
        var descriptors = ([wake.descriptor] + decodings.flatMap(\.decoding.descriptors)).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        // An interrupted wait is only an early look.
        _ = unsafe poll(&descriptors, nfds_t(descriptors.count), catalogue.isBusy ? 0 : -1)
        wake.clear()
    }

    private func obey(_ message: LibraryMessage) {
        switch message {
        case .ask(let id, let request, let name, let loaded): ask(id, request, name, loaded)
        case .open(let id, let name): report(id) { () throws(StorageError) in try open(id, name) }
        case .recall(let id, let name):
            report(id) { () throws(StorageError) in
                let recording = try library.updateRecording(try library.nameOfRecording(name)) { (_) throws(StorageError) in }
                guard !catalogue.isClaimed(recording.name) else { throw .busy(name: recording.name) }
                return .recalled(id: id, recording)
            }
        case .mark(let id, let name, let order): mark(id, name, order)
        case .remember(let path, let frames): remember(path, frames)
        case .keep(let id, let path, let text):
            report(id) { () throws(StorageError) in
                try ConfigFile.update(path) { (_) throws(StorageError) in text }
                return .answered(id: id, Reply([:]))
            }
        case .keepPatches(let patches, let engine):
            do throws(StorageError) {
                try library.keep(patches, of: engine)
            } catch {
                outbox.post(.patchesForgotten(.storage(error)))
            }
        case .cancel(let id): decodings.removeAll { $0.id == id }
        case .quit: isQuitting = true
        }
    }

    private func report(_ id: UInt64, _ work: () throws(StorageError) -> LibraryEvent) {
        do throws(StorageError) {
            outbox.post(try work())
        } catch {
            outbox.post(.refused(id: id, .storage(error)))
        }
    }

    // MARK: Reading and writing

    private func ask(_ id: UInt64, _ request: Request, _ name: String?, _ loaded: String?) {
        do throws(CatalogueError) {
            if request.name == "info", let name = request.text("name") ?? name {
                outbox.post(.answered(id: id, try catalogue.describe(name)))
            } else if request.name == "marks", let name = request.text("name") ?? name {
                outbox.post(.answered(id: id, try catalogue.marks(name)))
            } else if Catalogue.isQuestion(request) {
                outbox.post(.answered(id: id, try catalogue.answer(request)))
            } else {
                let operation = try catalogue.begin(request, loaded: loaded)
                if request.flag("background") {
                    outbox.post(.answered(id: id, Reply(["operation": .int(Int64(operation))])))
                } else {
                    askers[operation] = id
                }
            }
        } catch {
            outbox.post(.refused(id: id, .catalogue(error)))
        }
    }

    /// One small step, so that nobody else waits for long.
    private func operate() {
        for (operation, result) in catalogue.step() {
            guard let id = askers.removeValue(forKey: operation) else { continue }
            switch result {
            case .success(let reply): outbox.post(.answered(id: id, reply))
            case .failure(let error): outbox.post(.refused(id: id, .catalogue(error)))
            }
        }
        tellWork()
    }

    /// Ten times a second at most, and the end at once.
    private func tellWork() {
        let now = catalogue.work.map { Working(verb: $0.verb, name: $0.name, percent: Int(($0.fraction * 100).rounded(.down))) }
        guard now != working, now == nil || working == nil || Moment.now.seconds(since: workingTold) >= 0.1 else { return }
        working = now
        workingTold = Moment.now
        outbox.post(.working(now))
    }

    private func remember(_ path: String, _ frames: Int64) {
        guard library.owns(path) else { return }
        do throws(StorageError) {
            try library.rememberPlayPosition(frames, name: Library.name(ofPath: path))
        } catch .missing {
            // A file that was put here by hand, or a take that is not over yet.
        } catch {
            outbox.post(.forgotten(path: path, .storage(error)))
        }
    }

    private func mark(_ id: UInt64, _ name: String, _ order: MarkerOrder) {
        do throws(CatalogueError) {
            let (reply, markers) = try catalogue.mark(name, order)
            outbox.post(.marked(id: id, name: name, reply, markers))
        } catch {
            outbox.post(.refused(id: id, .catalogue(error)))
        }
    }

    // MARK: Opening

    private func open(_ id: UInt64, _ name: String) throws(StorageError) -> LibraryEvent {
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

    private func openDecoded(_ id: UInt64, _ path: String) throws(StorageError) -> LibraryEvent {
        if let audioPath = try cache.find(path) { return .opened(id: id, playable(path, decoded: audioPath)) }
        decodings.append((id, try cache.decode(path), Moment.now))
        return .progress(id: id, 0)
    }

    private func playable(_ path: String, decoded: String? = nil) -> Playable {
        let name = Library.name(ofPath: path)
        var source = TapeSource.file(decoded ?? path)
        var position: Int64?
        var markers: [Marker] = []
        var (title, artist) = ("", "")
        if library.owns(path) {
            do throws(StorageError) {
                let recording = try library.readRecording(name)
                (position, markers) = (recording.playPosition, recording.markers)
                (title, artist) = (recording.title, recording.artist)
                source = TapeSource(recording, at: path, decoded: decoded, in: library)
            } catch .missing {
                // None is known.
            } catch {
                outbox.post(.forgotten(path: path, .storage(error)))
            }
        }
        return Playable(
            name: name, path: path, source: source, position: position, markers: markers, title: title, artist: artist)
    }

    // MARK: Decoding

    private func listen() {
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
