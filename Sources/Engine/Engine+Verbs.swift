// Dispatch of a checked request to the desk that carries it out. Control loop only.
internal import Catalogue
internal import Control
internal import Dictation

extension Engine {
    /// Carries out a request that came over the control socket or the network. `answer` is called exactly once: before this
    /// returns, or later, when the work is done.
    func perform(
        _ request: Request, from sender: Sender, _ answer: @escaping (Result<Reply, Failure>) -> Void
    ) {
        guard case .subscription(let verb) = request.verb else {
            return perform(request, by: sender.authority) { answer($0.mapError(\.failure)) }
        }
        let refusal = desks.settings.permissions.refusal(of: request, by: sender.authority)
        if let refusal { return answer(.failure(refusal)) }
        do throws(ControlError) {
            answer(.success(Reply(try desks.subscriptions.perform(verb, request, from: sender))))
        } catch {
            answer(.failure(error.failure))
        }
    }

    /// Carries out a request if `authority` permits it. `answer` is called exactly once: before this returns, or later, when
    /// the work is done.
    func perform(_ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer) {
        if let refusal = desks.settings.permissions.refusal(of: request, by: authority) {
            return answer(.failure(.notAllowed(refusal)))
        }
        let simple: Answer = { answer($0.map { Reply($0) }) }
        do throws(EngineError) {
            try checkFrames(request)
            switch request.verb {
            case .recording(let verb): try desks.recording.perform(verb, request, simple)
            case .playing(let verb): try desks.playing.perform(verb, request, simple)
            case .monitoring(.monitor): try desks.monitor.set(request, simple)
            case .monitoring(.gain): simple(.success(desks.mixer.set(request)))
            case .monitoring(.meters): simple(.success(try desks.meters.read(request)))
            case .marker(let verb): try desks.markers.perform(verb, request, answer)
            case .library(let verb):
                try desks.library.perform(verb, request, running: desks.recording.current?.name, answer)
            case .transport(.transport): try desks.transport.perform(request, simple)
            case .midi(.midi): try desks.midi.perform(request, answer)
            case .settings(let verb): try desks.settings.perform(verb, request, by: authority, answer)
            case .hook(.hooks): answer(.success(Reply(items: desks.hooks.items)))
            case .engine(let verb): perform(verb, request, by: authority, answer)
            case .subscription, .terminal, .program:
                throw EngineError.usage("the engine does not carry out '\(request.name)': see 'dicta help'")
            }
        } catch {
            answer(.failure(error))
        }
    }

    /// Carries out a verb that concerns the engine as a whole.
    private func perform(_ verb: EngineVerb, _ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer) {
        switch verb {
        case .status: desks.disk.renew { [unowned self] in answer(.success(Reply(desks.status(for: authority)))) }
        case .quit: quit(answer)
        case .ping, .version, .commands:
            let none = Failure(.broken, "'\(verb.rawValue)' has no answer")
            let reply = verb.reply(to: request, engine: desks.name) ?? .failure(none)
            answer(reply.mapError { .notAllowed($0) })
        }
    }

    /// Checks that times given in frames are within the limits of the command table. `nudge` and `backstep` count frames of the
    /// loaded file; all other verbs count frames of the server.
    private func checkFrames(_ request: Request) throws(EngineError) {
        let isStep = [Verb.playing(.nudge), .playing(.backstep)].contains(request.verb)
        let rate = (isStep ? desks.playing.loaded?.rate : nil) ?? desks.jack.rate
        do throws(CommandError) { try request.checkFrames(rate: rate) } catch { throw EngineError.usage(error.description) }
    }
}
