// JACK sessions (J7). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Session
internal import Storage

extension SessionDesk {
    /// Saves the state for each session event that JACK has sent.
    func serveJack() {
        guard let client = jack.client else { return }
        for order in client.takeSessionEvents() { save(for: order, client) }
    }

    /// Saves the state into the session's folder and answers the event.
    private func save(for order: JackSessionEvent, _ client: JackClient) {
        let line: String
        do throws(SessionError) {
            line = try JackSessionLine.text(engine: engine, id: order.id)
        } catch {
            board.report(LogText(error), of: "session")
            jack.post(.answer(client, order, line: nil))
            return
        }
        save(state(for: order), to: order.folder + JackSessionLine.file) { [unowned self] result in
            switch result {
            case .success:
                EngineLog.say(.info, .session, "saved for JACK's session in \(order.folder)")
                jack.post(.answer(client, order, line: line))
            case .failure(let error):
                board.report("not saved for JACK's session: \(error)", of: "session")
                jack.post(.answer(client, order, line: nil))
            }
        }
    }

    /// The state to save, with the paths of library, settings and socket. A template leaves out the recording.
    private func state(for order: JackSessionEvent) -> SessionState {
        var state = state
        if order.kind == .template {
            state.recording = nil
            state.position = 0
            state.loop = [nil, nil]
        }
        state.library = library.library.folder
        state.settings = settings.sessionPath
        state.socket = options.socket
        state.options = settings.said
        return state
    }

    /// Takes the result of an answer. Ends the engine if the session asked for that, the save succeeded and the answer
    /// arrived; an engine whose state is not saved goes on.
    func answered(_ order: JackSessionEvent, _ isSaved: Bool, _ error: JackError?) {
        if let error { EngineLog.say(.warning, .session, LogText(error)) }
        guard order.kind == .saveAndQuit, isSaved, error == nil else { return }
        EngineLog.say(.info, .session, "JACK's session ends: closing")
        board.quit()
    }
}
