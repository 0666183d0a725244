// Requests to the library and operations on recordings. Library worker only; blocks on the disk.
internal import Catalogue
internal import Dictation
internal import Messages
internal import Storage
internal import System
internal import Threads

extension Librarian {
    /// Answers a question, or begins an operation that is answered at its end. `name` is used if the request names no
    /// recording; `loaded` is the recording that the player has open, `loop` the points of its loop, `open` a running take.
    mutating func ask(
        _ id: UInt64, _ request: Request, _ name: String?, _ loaded: String?, _ loop: LoopPoints, _ open: OpenTake?
    ) {
        do throws(CatalogueError) {
            if request.verb == .library(.info), let name = request.text(.name) ?? name {
                outbox.post(.answered(id: id, try catalogue.describe(name)))
            } else if request.verb == .library(.describe), let name = request.text(.name) ?? name {
                outbox.post(.answered(id: id, try catalogue.entry(name, request)))
            } else if request.verb == .marker(.marks), let name = request.text(.in) ?? name {
                outbox.post(.answered(id: id, try catalogue.marks(name)))
            } else if request.verb == .library(.transcript), request.isLibraryQuestion, let name = request.text(.name) ?? name {
                outbox.post(.answered(id: id, try catalogue.transcript(name, request)))
            } else if Catalogue.isQuestion(request) {
                outbox.post(.answered(id: id, try catalogue.answer(request)))
            } else {
                let operation = try catalogue.begin(request, loaded: loaded, loop: loop, open: open)
                if request.flag(.background) {
                    outbox.post(.answered(id: id, Reply(["operation": .int(Int64(operation))])))
                } else {
                    askers[operation] = id
                }
            }
        } catch {
            outbox.post(.refused(id: id, .catalogue(error)))
        }
    }

    /// True unless the recording of that name is another one than that of the identity; the order of `id` is refused then.
    func isStill(_ id: UInt64, _ name: String, _ identity: Identifier) -> Bool {
        // Work on a recording that is gone or cannot be read tells that itself.
        guard let found = try? library.readRecording(name).id, !found.isUnset, found != identity else { return true }
        let words = tr(
            "\(name) is another recording now: another program has renamed or deleted the one that was meant; load or name a"
                + " recording")
        outbox.post(.refused(id: id, .wrongState(words)))
        return false
    }

    /// Takes one small step of the current operation, so that no message waits for long.
    mutating func operate() {
        let ended = catalogue.step()
        // The player follows a change before anybody is told that it is done.
        for change in catalogue.takeChanges() {
            if case .renamed(_, _, let files) = change { follow(files) }
            outbox.post(.filesChanged(change))
        }
        for (operation, result) in ended {
            outbox.post(.ended(catalogue.ended(operation)))
            let lines = MessageCatalogue.inEnglish {
                catalogue.finished(of: operation) + catalogue.failures(of: operation) + catalogue.skips(of: operation)
            }
            for line in lines { note("operation \(operation): \(line)") }
            guard let id = askers.removeValue(forKey: operation) else {
                if let doubt = library.takeDoubt() { note("operation \(operation): \(doubt)") }
                continue
            }
            switch result {
            case .success(let reply): outbox.post(.answered(id: id, doubted(reply)))
            case .failure(let error): outbox.post(.refused(id: id, .catalogue(error)))
            }
        }
        if let words = library.copyTrouble() { note("second copies of sidecars are not kept: \(words)") }
        tellWork()
    }

    /// The reply to a change, with the failure of a disk that did not confirm it. The change itself is done.
    private func doubted(_ reply: Reply) -> Reply {
        guard let doubt = library.takeDoubt() else { return reply }
        var reply = reply
        reply.failure = reply.failure ?? Failure(.storage, doubt.description)
        return reply
    }

    /// Posts progress at most ten times a second, and the end at once.
    private mutating func tellWork() {
        let now = catalogue.work.map {
            Working(
                id: catalogue.progress?.id ?? 0, verb: $0.verb.rawValue, name: $0.name,
                percent: Int(($0.fraction * 100).rounded(.down)), isWaiting: catalogue.isWaiting,
                unfinished: catalogue.unfinished)
        }
        guard now != working, now == nil || working == nil || Moment.now.seconds(since: workingTold) >= 0.1 else { return }
        working = now
        workingTold = Moment.now
        outbox.post(.working(now))
    }

    /// Describes a recording that a take is to go into, and gives it a sidecar if it has none. Only that waits for the lock of the
    /// library: a take begins while another program holds it, and its end waits. Throws `StorageError`, as `.busy` if an operation works
    /// on the recording.
    func recall(_ id: UInt64, _ text: String) throws(StorageError) -> LibraryEvent {
        let name = try library.nameOfRecording(try catalogue.named(text))
        let recording: Recording
        do throws(StorageError) { recording = try library.readRecording(name) } catch .missing {
            recording = try library.updateRecording(name) { (_) throws(StorageError) in }
        }
        guard !catalogue.isClaimed(recording.name) else { throw .busy(name: recording.name) }
        return .recalled(id: id, recording)
    }

    /// Stores a play position, or what else a recording keeps; `path` is named if that fails.
    func remember(_ path: String, _ store: () throws(StorageError) -> Void) {
        do throws(StorageError) {
            try store()
            if let doubt = library.takeDoubt() { throw doubt }
        } catch .missing {
            // A file without a sidecar was copied here by hand, or is a running take; it keeps no position.
        } catch {
            outbox.post(.forgotten(path: path, .storage(error)))
        }
    }

    /// Changes the markers of a recording and posts the reply.
    func mark(_ id: UInt64, _ name: String, _ order: MarkerRequest) {
        do throws(CatalogueError) {
            let (reply, markers) = try catalogue.mark(name, order)
            guard case .text(let name)? = reply.fields["recording"] else { return }
            outbox.post(.marked(id: id, name: name, doubted(reply), markers))
        } catch {
            outbox.post(.refused(id: id, .catalogue(error)))
        }
    }
}
