// The words of the tour on the terminal. One thread; writes to the terminal.
import Dictation
import Drawing
import System

/// Writes the tour as plain lines, wrapped to the width of the terminal.
struct TourPage {
    /// True if only the JSON of the answer is to be written.
    let isSilent: Bool
    /// True if nothing is to be drawn again in its place, and nothing coloured.
    let isPlain: Bool

    /// True if a line can be drawn again in its place.
    var isLive: Bool { !isSilent && !isPlain && Screen.errors.isLive }

    /// Longer lines are hard to read, in wide windows too.
    private static let widest = 79

    private var width: Int {
        min(Self.widest, max(20, Screen.output.isTerminal ? Screen.output.columns - 1 : Self.widest))
    }

    /// Writes sentences.
    func say(_ words: String) throws(TourEnd) {
        try write(Cells.wrapped(PrintableText.line(words), to: width).map { $0 + "\n" }.joined())
    }

    /// Writes the heading of a step.
    func heading(_ words: String) throws(TourEnd) { try write(words + "\n", head: .yellow) }

    /// Writes a command line as the user would type it.
    func command(_ line: String) throws(TourEnd) { try write("$ \(line)\n", head: .cyan) }

    /// Writes the answer to a command line, as that command prints it.
    func answer(_ text: String) throws(TourEnd) { try write(text) }

    /// Writes an empty line.
    func gap() throws(TourEnd) { try write("\n") }

    /// Writes a question, which waits for an answer on its line.
    func ask(_ words: String) throws(TourEnd) { try write(words + " ") }

    /// Writes an error of the cleaning, on standard error.
    func complain(_ words: String) { if !isSilent { Output.complain(words) } }

    /// Writes on standard error what the tour has cleaned up: standard output may be closed.
    func note(_ words: String) { if !isSilent { Output.note(words) } }

    private func write(_ text: String, head colour: Colour? = nil) throws(TourEnd) {
        guard !isSilent else { return }
        do throws(DictaError) {
            if let colour, !isPlain {
                try Output.standard(String(text.dropLast()), in: colour, "\n")
            } else {
                try Output.standard(text)
            }
        } catch {
            throw .failed(error)
        }
    }
}
