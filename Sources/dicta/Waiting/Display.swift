// The protocol of displays shown while a request is carried out. One thread.
import System

/// Something that a person sees while a request is carried out.
protocol Display: AnyObject {
    /// Milliseconds between two looks.
    var pause: Int32 { get }
    /// Draws what is new. Called again and again until the answer has come.
    func look()
    /// Takes away what is drawn.
    func clear()
    /// Says what goes on after Ctrl-C; nil for nothing.
    func farewell() -> String?
}

extension Display {
    /// Looks once more, unless the program was interrupted: then the display says what goes on, and the program ends as the
    /// signal would have ended it.
    func attend() {
        guard let number = Interruption.number else { return look() }
        clear()
        if let words = farewell() { Output.note(words) }
        SignalNumber.endProcess(by: number)
    }
}
