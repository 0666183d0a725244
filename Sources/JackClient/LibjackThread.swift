// Inside callbacks that libjack calls on threads of its own.
internal import Glibc

/// libjack ends its threads with `pthread_cancel`, which hits them at any instruction: in the middle of a malloc, or with
/// libjack's own lock held, and then each `jack_client_close` and `jack_client_open` to come waits for ever (jack2 issue 395).
enum LibjackThread {
    /// A callback that allocates or locks is not ended half-way. Costs two stores.
    static func whole(_ callback: () -> Void) {
        var before: Int32 = 0
        // Fails only for a state that does not exist.
        _ = unsafe pthread_setcancelstate(Int32(PTHREAD_CANCEL_DISABLE), &before)
        callback()
        _ = pthread_setcancelstate(before, nil)
    }

    /// The server has said goodbye, but takes its other clients away first, and libjack is told of each under that lock. The
    /// thread ends by itself when the server closes its socket; `jack_client_close` waits until then.
    static func endsByItself() {
        _ = pthread_setcancelstate(Int32(PTHREAD_CANCEL_DISABLE), nil)  // as above
    }
}
