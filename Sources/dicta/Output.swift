// Writes to the terminal; the only file that does. One thread.
import Dictation
import System

/// Standard output, on which a failed write is an error, and standard error. Escape sequences are made here only: text from
/// elsewhere has none left.
enum Output {
    static func standard(_ text: String) throws(DictaError) { try standard(Array(PrintableText.lines(text).utf8)) }

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

    /// Replaces the progress shown before, on the same line; nil clears it.
    static func progress(_ text: String?) {
        write(text.map { "\r" + PrintableText.line($0) } ?? "\r\u{1b}[K")
    }

    private static func write(_ text: String) {
        try? File.write(File.standardError, Array(text.utf8))
    }
}
