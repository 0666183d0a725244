// libjack's notification thread brings orders, the control loop takes them, the JACK worker thread answers.
internal import CJack
internal import Synchronization

extension JackClient {
    /// Before activation. PipeWire's JACK and some builds have no sessions, which is no reason not to record.
    func listenToSession() {
        _ = unsafe dicta_jack_set_session_callback(handle, sessionAsked, Unmanaged.passUnretained(self).toOpaque())
    }

    fileprivate func keep(_ event: UnsafeMutablePointer<jack_session_event_t>) {
        guard let order = unsafe JackSessionEvent(event) else {
            // Of a kind that is not known: said so, since no answer would stop the whole session.
            _ = unsafe dicta_jack_session_reply(handle, event)
            unsafe dicta_jack_session_event_free(event)
            return
        }
        session.withLock { orders in
            orders.new.append(order)
            orders.due.append(order)
        }
        unsafe signalsPointer.pointee.wake()
    }

    /// Control loop: what has been asked for since the last look.
    public func takeSessionEvents() -> [JackSessionEvent] {
        session.withLock { orders in
            defer { orders.new = [] }
            return orders.new
        }
    }

    /// JACK worker thread: asks the server. `line` starts this client again; nil: it could not be saved.
    public func answer(_ order: JackSessionEvent, line: String?) throws(JackError) {
        let isDue = session.withLock { orders in
            let count = orders.due.count
            orders.due.removeAll { $0 === order }
            return orders.due.count < count
        }
        guard isDue else { return }
        let code = unsafe order.reply(handle, line: line)
        guard code == 0 else { throw JackError.sessionRefused(code: code) }
    }

    /// Before the client goes: nobody waits for it for ever.
    func giveUpSession() {
        let due = session.withLock { orders in
            defer { orders = SessionOrders() }
            return orders.due
        }
        // The client goes whatever the server says to this.
        for order in due { _ = unsafe order.reply(handle, line: nil) }
    }
}

/// Those that nobody has looked at, and those without an answer.
struct SessionOrders {
    var new: [JackSessionEvent] = []
    var due: [JackSessionEvent] = []
}

private func sessionAsked(_ event: UnsafeMutablePointer<jack_session_event_t>?, _ argument: UnsafeMutableRawPointer?) {
    guard let event = unsafe event, let argument = unsafe argument else { return }
    LibjackThread.whole { unsafe Unmanaged<JackClient>.fromOpaque(argument).takeUnretainedValue().keep(event) }
}
