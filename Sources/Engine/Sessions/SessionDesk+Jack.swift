// JACK's own sessions (J7). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Session
internal import Storage

extension SessionDesk {
    /// Does what a JACK session asks for.
    func serveJack() {
        guard let client = jack.client else { return }
        for order in client.takeSessionEvents() { save(for: order, client) }
    }

    private func save(for order: JackSessionEvent, _ client: JackClient) {
        let line: String
        do throws(SessionError) {
            line = try JackSessionLine.text(engine: engine, id: order.id)
        } catch {
            board.report(error.description, of: "session")
            jack.post(.answer(client, order, line: nil))
            return
        }
        save(state(for: order), to: order.folder + JackSessionLine.file) { [unowned self] result in
            switch result {
            case .success:
                EngineLog.say("saved for JACK's session in \(order.folder)")
                jack.post(.answer(client, order, line: line))
            case .failure(let error):
                board.report("not saved for JACK's session: \(error)", of: "session")
                jack.post(.answer(client, order, line: nil))
            }
        }
    }

    /// Where recordings and settings are goes with it; a template has nothing that was recorded.
    private func state(for order: JackSessionEvent) -> SessionState {
        var state = state
        if order.kind == .template {
            state.recording = nil
            state.position = 0
            state.loop = [nil, nil]
        }
        state.library = library.library.folder
        state.settings = settings.path
        state.socket = options.socket
        state.options = settings.said
        return state
    }

    /// The session has its answer, or there is nobody to have it. What could not be saved does not end.
    func answered(_ order: JackSessionEvent, _ isSaved: Bool, _ error: JackError?) {
        if let error { EngineLog.say(error.description) }
        guard order.kind == .saveAndQuit, isSaved, error == nil else { return }
        EngineLog.say("JACK's session ends: closing")
        board.quit()
    }
}
