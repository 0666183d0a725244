// Signals that end the program while a display is shown. Main thread; the handler stores one word.
import Synchronization
import System

/// The signal that asked the program to end while it waited for an engine.
enum Interruption {
    private static let asked = Atomic<Int32>(0)

    /// The number of the signal; nil for none.
    static var number: Int32? {
        let number = asked.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Forgets the signal that came, so that another one can be told from it.
    static func forget() { asked.store(0, ordering: .relaxed) }

    private static let numbers = [SignalNumber.interrupt, SignalNumber.terminate, SignalNumber.hangUp]

    /// Notes the signals from now on. One that is ignored stays so: a shell lets background jobs ignore Ctrl-C.
    static func listen() {
        for number in numbers where !SignalNumber.isIgnored(number) {
            SignalNumber.handle(number) { Interruption.asked.store($0, ordering: .relaxed) }
        }
    }

    /// Lets the signals end the program again: a question that follows must not hold them back.
    static func end() {
        for number in numbers where !SignalNumber.isIgnored(number) { SignalNumber.restore(number) }
    }
}
