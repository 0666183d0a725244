// Writes to the terminal; the only file that does. One thread.
import Dictation
import Messages
import System

/// Standard output, on which a failed write is an error, and standard error. Escape sequences are made here only: text from
/// elsewhere has none left.
enum Output {
    /// Writes text; with `scrolls`, text that is longer than the window of a terminal goes through the pager.
    static func standard(_ text: String, scrolls: Bool = false) throws(DictaError) {
        let bytes = Array(PrintableText.lines(text).utf8)
        if !scrolls || !Pager.show(bytes) { try standard(bytes) }
    }

    /// Writes a line with its head in a colour, when the terminal has colours.
    static func standard(_ head: String, in colour: Colour, _ text: String) throws(DictaError) {
        let painted = colour.paint(PrintableText.lines(head), on: File.standardOutput)
        try standard(Array((painted + PrintableText.lines(text)).utf8))
    }

    static func json(_ text: String) throws(DictaError) { try standard(Array(PrintableText.json(text).utf8)) }

    static func standard(_ bytes: [UInt8]) throws(DictaError) {
        do throws(SystemError) { try File.write(File.standardOutput, bytes) } catch { throw .output(code: error.code) }
    }

    /// Writes an error. A failed write is ignored: the exit code tells the error too.
    static func complain(_ words: String) {
        let head = Colour.red.paint("dicta:", on: File.standardError)
        write("\(head) \(PrintableText.lines(words))\n")
    }

    /// Writes words for a person on standard error: what is waited for, or what goes on.
    static func note(_ words: String) { write(PrintableText.lines(words) + "\n") }

    /// Draws a line on standard error in the place of the one drawn before; nil clears it.
    ///
    /// The cursor stays on the first character of the line. So a window that has become narrower wraps the old line below the
    /// cursor, where it is erased. Lines do not wrap while this one is written: the window may have become narrower a moment
    /// ago. A program that is killed leaves a terminal in order: nothing stays hidden or switched between two writes.
    static func live(_ line: [Ink]?) {
        let painted = (line ?? []).map { ink in
            let text = PrintableText.line(ink.text)
            return ink.colour?.paint(text, on: File.standardError) ?? text
        }
        write("\r\u{1b}[?7l" + painted.joined() + "\u{1b}[?7h\u{1b}[J\r")
    }

    /// True where a person reads and types, be it a background job of a shell.
    static var isTerminal: Bool { ThisProcess.isTerminal(File.standardInput) && Screen.errors.isTerminal }

    /// True where a person can answer a question: never in a script, a pipe, or a background job.
    static var canAsk: Bool { isTerminal && ThisProcess.isInForeground(of: File.standardInput) }

    /// Writes a question on standard error and reads the answer, one line of standard input; nil at its end.
    static func ask(_ words: String) -> String? {
        write(PrintableText.lines(words))
        return readLine()
    }

    /// True if an answer is yes, in English or in the user's language.
    static func isYes(_ answer: String) -> Bool {
        ["y", "yes", tr("y", "the answer yes"), tr("yes", "the answer yes")].contains(answer.lowercased())
    }

    /// True if an answer is no, in English or in the user's language.
    static func isNo(_ answer: String) -> Bool {
        ["n", "no", tr("n", "the answer no"), tr("no", "the answer no")].contains(answer.lowercased())
    }

    /// The meaning of an answer to a question that Enter answers with yes; nil for a text that is neither yes nor no.
    static func agreement(_ answer: String) -> Bool? {
        let word = answer.filter { !$0.isWhitespace }
        if word.isEmpty || isYes(word) { return true }
        return isNo(word) ? false : nil
    }

    /// The words after an answer that is neither yes nor no.
    static var agreementHint: String {
        let (yes, no) = (tr("y", "the answer yes"), tr("n", "the answer no"))
        return tr("Answer \(yes) or \(no); Enter alone is \(yes).")
    }

    /// Asks until the answer is yes, which Enter is too, or no; nil at the end of the input, which is no answer.
    static func agreement(to question: String, ask: (String) -> String? = Output.ask) -> Bool? {
        while let answer = ask("\(question) ") {
            if let isAgreed = agreement(answer) { return isAgreed }
            note(agreementHint)
        }
        return nil
    }

    /// Keeps a terminal window open until Enter is pressed.
    static func hold() {
        if ThisProcess.isTerminal(File.standardInput) { _ = ask(tr("Press Enter to close this window.")) }
    }

    private static func write(_ text: String) {
        try? File.write(File.standardError, Array(text.utf8))
    }
}
