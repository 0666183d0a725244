// Playing from words. Control loop only.
internal import Catalogue
internal import Dictation
internal import Messages
internal import Storage
internal import Threads

extension Engine {
    /// Plays a recording from the place where words are said: their first place in a named recording, and their next one behind
    /// the playhead in the loaded one, beginning again at the end. `answer` is called once.
    func playAtWord(_ request: Request, by authority: Authority, _ answer: @escaping Answer) throws(EngineError) {
        let words = request.text(.atWord) ?? ""
        guard request.values[.from] == nil else { throw .usage(tr("play: give --from or --at-word, not both")) }
        let loaded = desks.playing.ownLoaded
        guard let name = request.text(.name) ?? loaded?.name else {
            throw .wrongState(tr("Nothing is loaded: name the recording in which '\(words)' is said"))
        }
        let here = request.text(.name) == nil ? desks.playing.position(desks.jack.time) : -1
        let question: Request
        do throws(CommandError) {
            var values: [ParameterKey: Value] = [.name: .text(name), .find: .text(words)]
            // Asked without its name it is the loaded recording, and no other one that has got its name.
            let isHeard = desks.recording.current == nil && desks.playing.loaded?.id == loaded?.id
            if request.text(.name) == nil, isHeard { values[.name] = nil }
            question = try CommandTable.request(.library(.transcript), values)
        } catch {
            throw .refused(error.failure)
        }
        perform(question, by: authority, from: nil) { [unowned self] result in
            do throws(EngineError) {
                guard request.text(.name) != nil || desks.playing.ownLoaded?.name == name else {
                    throw .wrongState(tr("Another recording was loaded meanwhile: name the one in which '\(words)' is said"))
                }
                let reply = try result.get()
                if reply.fields["words"] == .int(0), case .double(let length)? = reply.fields["seconds"],
                    case .double(let unheard)? = reply.fields["unheard_seconds"], unheard >= min(1, length)
                {
                    throw .storage(.noTranscript(name: reply.fields["name"]?.description ?? name))
                }
                let places = reply.items.compactMap { item -> Int64? in
                    guard case .int(let frame)? = item["from_frames"] else { return nil }
                    return frame
                }
                guard let place = places.first(where: { $0 > here }) ?? places.first else {
                    throw .refused(
                        Failure(
                            .notFound,
                            tr(
                                "'\(words)' is not said in \(name), as far as its transcript knows"
                                    + " (dicta transcript \(name.shellWord))")))
                }
                var values = request.values
                values[.atWord] = nil
                values[.from] = .text("\(place)f")
                let play = try play(values)
                perform(play, by: authority, from: nil) { answer($0.map(\.fields)) }
            } catch {
                answer(.failure(error))
            }
        }
    }

    private func play(_ values: [ParameterKey: Value]) throws(EngineError) -> Request {
        do throws(CommandError) { return try CommandTable.request(.playing(.play), values) } catch {
            throw .refused(error.failure)
        }
    }
}
