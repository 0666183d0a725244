// Room: Engine. Control loop only: from a checked request to the part that does it.
internal import Control
internal import Dictation
internal import Glibc
internal import JackClient
internal import Realtime
internal import Storage

extension Engine {
    /// Does what was asked for; `answer` is called once, now or when it is done.
    func perform(_ request: Request, _ answer: @escaping (Result<Reply, EngineError>) -> Void) {
        let simple: Answer = { answer($0.map { Reply($0) }) }
        do throws(EngineError) {
            switch request.name {
            case "rec": try recorder.record(request, try graph(), simple)
            case "pause": try pause(request, simple)
            case "resume": try resume(request, simple)
            case "stop": try stop(request, simple)
            case "play": try player.play(request, try graph(), simple)
            case "locate": try player.locate(request, try graph(), simple)
            case "gain": try setGains(request, simple)
            case "status": simple(.success(status))
            case "meters": try readMeters(request, simple)
            case "ls": answer(.success(try list()))
            case "info": simple(.success(try info(request)))
            case "ping": simple(.success(["engine": .text(options.name)]))
            case "version": simple(.success(["version": .text(Version.text)]))
            case "quit":
                quitAnswers.append(simple)
                isQuitting = true
            default:
                throw EngineError.usage("'\(request.name)' is not done by the engine: see 'dicta help'")
            }
        } catch {
            answer(.failure(error))
        }
    }

    private func graph() throws(EngineError) -> GraphTime {
        guard let time else { throw EngineError.noServer }
        return time
    }

    private func frame(_ request: Request, _ time: GraphTime) throws(EngineError) -> Int64 {
        try request.atFrame == nil ? RealtimeCommand.atOnce : time.frame(named: request.atFrame)
    }

    /// Pause and resume are for the take while there is one, else for the playback.
    private func pause(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let time = try graph()
        if recorder.state != .idle {
            answer(.success(try recorder.pause(request, time)))
        } else {
            try player.pause(at: try frame(request, time), time, answer)
        }
    }

    private func resume(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let time = try graph()
        if recorder.state != .idle {
            answer(.success(try recorder.resume(request, time)))
        } else {
            try player.resume(from: nil, at: try frame(request, time), time, answer)
        }
    }

    private func stop(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let what = request.text("what") ?? (recorder.state == .idle ? "play" : "rec")
        switch what {
        case "rec": try recorder.stop(request, time, answer)
        case "play":
            let time = try graph()
            try player.stop(at: try frame(request, time), time, answer)
        default:
            if let time, player.loaded != nil || player.load != nil {
                try player.stop(at: try frame(request, time), time) { _ in }
            }
            if recorder.state == .idle { answer(.success([:])) } else { try recorder.stop(request, time, answer) }
        }
    }

    private func setGains(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        masterGain = request.double("master") ?? masterGain
        sideGains = (request.double("left") ?? sideGains.left, request.double("right") ?? sideGains.right)
        applyGains()
        answer(
            .success([
                "master": .double(masterGain), "left_db": .double(max(Decibel.floor, sideGains.left)),
                "right_db": .double(max(Decibel.floor, sideGains.right)),
            ]))
    }

    /// Also for a new client, which begins at unity.
    func applyGains() {
        guard let time else { return }
        let gain = Frame(Decibel.factor(sideGains.left), Decibel.factor(sideGains.right)) * Float(masterGain)
        do throws(EngineError) {
            try player.send(RealtimeCommand(.gain, gain: gain), time)
        } catch {
            EngineLog.say(error.description)
        }
    }

    private func readMeters(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let time = try graph()
        let values = meters(time)
        if request.flag("reset") { try player.send(RealtimeCommand(.resetPeaks), time) }
        answer(.success(values))
    }

    private func list() throws(EngineError) -> Reply {
        do throws(StorageError) {
            let listing = try library.list()
            return Reply(
                ["library": .text(library.folder), "unreadable": .int(Int64(listing.unreadable.count))],
                items: listing.recordings.map(RecordingReport.fields))
        } catch {
            throw EngineError.storage(error)
        }
    }

    private func info(_ request: Request) throws(EngineError) -> Fields {
        guard let name = request.text("name") ?? recorder.current?.name ?? player.loaded?.name else {
            throw EngineError.usage("nothing is recorded or loaded: name a recording (dicta ls)")
        }
        do throws(StorageError) {
            let summary = try library.find(name)
            var fields = RecordingReport.fields(summary)
            guard summary.path.hasPrefix(library.folder + "/") else { return fields }
            if let metadata = try? library.readMetadata(name: summary.name) {
                fields = fields + RecordingReport.details(metadata)
            }
            return fields
        } catch {
            throw EngineError.storage(error)
        }
    }
}
