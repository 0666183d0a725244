// Room: Engine. Control loop only: JACK's own sessions (J7).
internal import Dictation
internal import JackClient
internal import Session
internal import Storage

extension Engine {
    /// Once in each round of the loop.
    func serveJackSession() {
        guard let client else { return }
        for order in client.takeSessionOrders() { save(for: order, client) }
    }

    /// A session restores connections by itself, and ours would come on top of them.
    var patchesItself: Bool { options.sessionID == nil }

    private func save(for order: JackSessionOrder, _ client: JackClient) {
        let line: String
        do throws(SessionError) {
            line = try JackSessionLine.text(engine: options.name, id: order.id)
        } catch {
            report(error.description, of: "session")
            jack.post(.answer(client, order, line: nil))
            return
        }
        save(state(for: order), to: order.folder + JackSessionLine.file) { [unowned self] result in
            switch result {
            case .success:
                EngineLog.say("saved for JACK's session in \(order.folder)")
                jack.post(.answer(client, order, line: line))
            case .failure(let error):
                report("not saved for JACK's session: \(error)", of: "session")
                jack.post(.answer(client, order, line: nil))
            }
        }
    }

    /// Where recordings and settings are goes with it; a template has nothing that was recorded.
    private func state(for order: JackSessionOrder) -> SessionState {
        var state = state
        if order.kind == .template {
            state.recording = nil
            state.position = 0
            state.loop = [nil, nil]
        }
        state.library = library.folder
        state.settings = settings.path
        state.socket = options.socket
        state.options = settings.said
        return state
    }

    /// The session has its answer, or there is nobody to have it. What could not be saved does not end.
    func answered(_ order: JackSessionOrder, _ isSaved: Bool, _ error: JackError?) {
        if let error { EngineLog.say(error.description) }
        guard order.kind == .saveAndQuit, isSaved, error == nil else { return }
        EngineLog.say("JACK's session ends: closing")
        isQuitting = true
    }
}
