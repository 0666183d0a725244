// Wake-up that is safe in the JACK thread. Any thread may post, the JACK thread included; one thread waits.
package import Realtime
internal import System

/// A POSIX semaphore at an address that is valid for the life of this object.
package final class WakeSemaphore: WakeUp {
    /// The semaphore in the form that the JACK thread posts.
    package let semaphore: SharedSemaphore

    package init() { semaphore = unsafe SharedSemaphore(Semaphore.make()) }

    deinit { unsafe Semaphore.remove(semaphore.address) }

    package func wake() { semaphore.post() }

    /// Waits for a post or until `milliseconds` have passed, and takes all posts, because one turn serves them all. With 0
    /// milliseconds it returns without a system call, and posts stay for the next sleep.
    package func wait(_ milliseconds: Int) {
        guard milliseconds > 0 else { return }
        unsafe Semaphore.wait(semaphore.address, milliseconds: milliseconds)
    }
}
