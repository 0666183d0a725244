// Wake-up from poll(2) by an eventfd. Any thread but JACK's may wake; one thread sleeps.
internal import System

/// An eventfd that wakes a thread from poll(2), so that the thread can sleep on other descriptors too.
final class WakeDescriptor: WakeUp {
    /// Length of a sleep and further descriptors that end it.
    struct Sleep {
        /// Milliseconds; negative for no limit.
        let milliseconds: Int32
        /// Other descriptors that end the sleep when they become readable.
        var descriptors: [Int32] = []
    }

    private let event: EventDescriptor
    var descriptor: Int32 { event.descriptor }

    /// Makes the eventfd. Throws `EngineError.system`.
    init() throws(EngineError) {
        do throws(SystemError) { event = try EventDescriptor() } catch { throw EngineError(error) }
    }

    func wake() { event.wake() }

    func clear() { event.clear() }

    func wait(_ sleep: Sleep) {
        Poll.wait(reading: [descriptor] + sleep.descriptors, milliseconds: sleep.milliseconds)
        clear()
    }
}
