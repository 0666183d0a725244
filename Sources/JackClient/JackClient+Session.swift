// JACK sessions: requests arrive on a thread of libjack and are taken on any thread; one caller at a time answers.
internal import CJack
internal import Synchronization

extension JackClient {
    /// Registers for session requests before activation. PipeWire's JACK and some builds of libjack have no sessions, which must
    /// not prevent recording.
    func listenToSession() {
        _ = unsafe dicta_jack_set_session_callback(handle, sessionAsked, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Queues a request and wakes the owner. Notification thread of libjack only.
    fileprivate func keep(_ event: UnsafeMutablePointer<jack_session_event_t>) {
        guard let request = unsafe JackSessionEvent(event) else {
            // A request of an unknown kind is answered at once, since a missing answer would stop the whole session.
            _ = unsafe dicta_jack_session_reply(handle, event)
            unsafe dicta_jack_session_event_free(event)
            return
        }
        session.withLock { requests in
            requests.new.append(request)
            requests.due.append(request)
        }
        unsafe signalsPointer.pointee.wake()
    }

    /// Returns the requests that arrived since the last call. Any thread.
    public func takeSessionEvents() -> [JackSessionEvent] {
        session.withLock { requests in
            defer { requests.new = [] }
            return requests.new
        }
    }

    /// Answers a request. `line` is the command that starts this client again; nil reports that saving failed. A request that is
    /// already answered is left alone. One caller at a time; may block on a frozen server. Throws `sessionRefused`.
    public func answer(_ request: JackSessionEvent, line: String?) throws(JackError) {
        let isDue = session.withLock { requests in
            let count = requests.due.count
            requests.due.removeAll { $0 === request }
            return requests.due.count < count
        }
        guard isDue else { return }
        let code = unsafe request.reply(handle, line: line)
        guard code == 0 else { throw JackError.sessionRefused(code: code) }
    }

    /// Answers all open requests as failed before the client closes, so no session waits for ever. May block on a frozen server.
    func giveUpSession() {
        let due = session.withLock { requests in
            defer { requests = SessionRequests() }
            return requests.due
        }
        // The client closes whatever the server answers.
        for request in due { _ = unsafe request.reply(handle, line: nil) }
    }
}

/// Session requests that were not taken yet, and those without an answer.
struct SessionRequests {
    /// Requests not yet taken.
    var new: [JackSessionEvent] = []
    /// Requests without an answer.
    var due: [JackSessionEvent] = []
}

private func sessionAsked(_ event: UnsafeMutablePointer<jack_session_event_t>?, _ argument: UnsafeMutableRawPointer?) {
    guard let event = unsafe event, let argument = unsafe argument else { return }
    LibjackThread.whole { unsafe Unmanaged<JackClient>.fromOpaque(argument).takeUnretainedValue().keep(event) }
}
