// Protects callbacks from cancellation. Threads of libjack only.
internal import Glibc

/// Protects callbacks from `pthread_cancel`, with which libjack ends its threads at any instruction: in the middle of a
/// malloc, or with libjack's own lock held. Every later `jack_client_close` and `jack_client_open` then waits for ever (jack2
/// issue 395).
enum LibjackThread {
    /// Runs a callback that allocates or locks without cancellation. Costs two stores.
    static func whole(_ callback: () -> Void) {
        var before: Int32 = 0
        // Fails only for a state that does not exist.
        _ = unsafe pthread_setcancelstate(Int32(PTHREAD_CANCEL_DISABLE), &before)
        callback()
        _ = pthread_setcancelstate(before, nil)
    }

    /// Turns cancellation off for the rest of the thread after a shutdown: the server first removes its other clients, and
    /// libjack handles each removal under its lock. The thread ends by itself when the server closes its socket, and
    /// `jack_client_close` waits for that.
    static func endsByItself() {
        _ = pthread_setcancelstate(Int32(PTHREAD_CANCEL_DISABLE), nil)  // fails only for a state that does not exist
    }
}
