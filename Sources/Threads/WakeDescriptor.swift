// Wake-up from poll(2) by an eventfd. Any thread but JACK's may wake; one thread sleeps.
internal import System

/// An eventfd that wakes a thread from poll(2), so that the thread can sleep on other descriptors too.
package final class WakeDescriptor: WakeUp {
    /// Length of a sleep and further descriptors that end it.
    package struct Sleep {
        /// Milliseconds; negative for no limit.
        let milliseconds: Int32
        /// Other descriptors that end the sleep when they become readable.
        var descriptors: [Int32] = []

        /// A sleep of `milliseconds`, or until one of `descriptors` becomes readable.
        package init(milliseconds: Int32, descriptors: [Int32] = []) {
            (self.milliseconds, self.descriptors) = (milliseconds, descriptors)
        }
    }

    private let event: EventDescriptor
    package var descriptor: Int32 { event.descriptor }

    /// Makes the eventfd. Throws `EngineError.system`.
    package init() throws(EngineError) {
        do throws(SystemError) { event = try EventDescriptor() } catch { throw EngineError(error) }
    }

    package func wake() { event.wake() }

    package func clear() { event.clear() }

    package func wait(_ sleep: Sleep) {
        Poll.wait(reading: [descriptor] + sleep.descriptors, milliseconds: sleep.milliseconds)
        clear()
    }
}
