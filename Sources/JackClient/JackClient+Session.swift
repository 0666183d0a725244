// JACK sessions: orders arrive on a thread of libjack and are taken on any thread; one caller at a time answers.
internal import CJack
internal import Synchronization

extension JackClient {
    /// Registers for session orders before activation. PipeWire's JACK and some builds of libjack have no sessions, which must
    /// not prevent recording.
    func listenToSession() {
        _ = unsafe dicta_jack_set_session_callback(handle, sessionAsked, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Queues an order and wakes the owner. Notification thread of libjack only.
    fileprivate func keep(_ event: UnsafeMutablePointer<jack_session_event_t>) {
        guard let order = unsafe JackSessionEvent(event) else {
            // An order of an unknown kind is answered at once, since a missing answer would stop the whole session.
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

    /// Returns the orders that arrived since the last call. Any thread.
    public func takeSessionEvents() -> [JackSessionEvent] {
        session.withLock { orders in
            defer { orders.new = [] }
            return orders.new
        }
    }

    /// Answers an order. `line` is the command that starts this client again; nil reports that saving failed. An order that is
    /// already answered is left alone. One caller at a time; may block on a frozen server. Throws `sessionRefused`.
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

    /// Answers all open orders as failed before the client closes, so no session waits for ever. May block on a frozen server.
    func giveUpSession() {
        let due = session.withLock { orders in
            defer { orders = SessionOrders() }
            return orders.due
        }
        // The client closes whatever the server answers.
        for order in due { _ = unsafe order.reply(handle, line: nil) }
    }
}

/// Session orders that were not taken yet, and those without an answer.
struct SessionOrders {
    /// Orders not yet taken.
    var new: [JackSessionEvent] = []
    /// Orders without an answer.
    var due: [JackSessionEvent] = []
}

private func sessionAsked(_ event: UnsafeMutablePointer<jack_session_event_t>?, _ argument: UnsafeMutableRawPointer?) {
    guard let event = unsafe event, let argument = unsafe argument else { return }
    LibjackThread.whole { unsafe Unmanaged<JackClient>.fromOpaque(argument).takeUnretainedValue().keep(event) }
}
