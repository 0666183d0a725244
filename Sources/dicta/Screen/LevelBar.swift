// A level meter as text. One thread; no I/O.
import Dictation
import Drawing
import Messages

/// A bar from -60 dB to 0 dB with a mark at the held peak.
enum LevelBar {
    private static let floor = -60.0

    /// The bar in `cells` cells. Colours and characters change at the same levels, so that the bar is read without colours too.
    static func ink(_ level: Double, held: Double, _ cells: Int) -> [Ink] {
        let (full, mark, none) = Screen.isUnicode ? ("█", "┃", "·") : ("#", "|", ".")
        let filled = count(level, cells)
        let heldAt = count(held, cells) - 1
        return (0..<cells).map { cell in
            let text = cell < filled ? full : cell == heldAt ? mark : none
            return text == none ? Ink(text) : Ink(text, colour(of: floor * (1 - (Double(cell) + 0.5) / Double(cells))))
        }
    }

    /// The bars of both channels with their letters and numbers.
    static func both(_ levels: [(peak: Double, held: Double)], _ cells: Int) -> [Ink] {
        Array(
            zip([tr("L", "the left channel"), tr("R", "the right channel")], levels).map { side, level in
                [Ink("\(side) ")] + ink(level.peak, held: level.held, cells) + [number(level.held)]
            }.joined(separator: [Ink("  ")]))
    }

    /// The held peak as a number of four cells: ` -7`, `-inf`.
    static func number(_ held: Double) -> Ink {
        guard held > -100 else { return Ink("-inf") }
        return Ink(Cells.padded(String(Int64(nearest: held)), 4, right: true), held > -0.1 ? .red : nil)
    }

    private static func count(_ level: Double, _ cells: Int) -> Int {
        guard level.isFinite else { return 0 }
        return Int((min(1, max(0, 1 - level / floor)) * Double(cells)).rounded())
    }

    private static func colour(of level: Double) -> Colour { level >= -3 ? .red : level >= -12 ? .yellow : .green }
}
