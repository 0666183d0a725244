// Text shortened as the terminal of the remote can show it. One thread; no I/O.
import Drawing

extension Cells {
    /// Shortens the text in the middle.
    static func shortened(_ text: String, to width: Int) -> String {
        shortened(text, to: width, gap: Screen.isUnicode ? "…" : "..")
    }
}
