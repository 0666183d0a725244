// A time in large digits. Any thread; a value.
public import Drawing

/// Digits and colons over several rows, to be read from a distance. Each digit takes as many cells as any other, so that a
/// counter never moves sideways; a space takes those of a digit.
public struct LargeDigits: Sendable {
    /// The size of the digits.
    public enum Size: Sendable {
        /// Six by five cells.
        case large
        /// Three by three cells of half blocks, which ASCII lacks.
        case middle
        /// One cell.
        case plain
    }

    private let text: [Character]

    /// Makes a picture of digits, colons and spaces.
    public init(_ text: String) { self.text = Array(text) }

    /// The largest size that the area and its characters have room for.
    public func size(in area: Rectangle, _ glyphs: FaceOptions.Glyphs) -> Size {
        if area.rows >= Self.rows, width(.large) <= area.columns { return .large }
        return area.rows >= 3 && glyphs != .ascii && width(.middle) <= area.columns ? .middle : .plain
    }

    /// The cells of the text.
    public func width(_ size: Size) -> Int {
        switch size {
        case .large: max(0, text.reduce(-1) { $0 + ($1 == ":" ? 3 : 7) })
        case .middle: max(0, text.reduce(-1) { $0 + ($1 == ":" ? 2 : 4) })
        case .plain: text.count
        }
    }

    /// Draws the digits from the upper left corner of the area. Gives their cells.
    @discardableResult
    public func draw(
        on canvas: inout Canvas, in area: Rectangle, _ style: Style, _ glyphs: FaceOptions.Glyphs
    ) -> Rectangle {
        let size = size(in: area, glyphs)
        var column = area.column
        switch size {
        case .plain: canvas.put(String(text), column: column, row: area.row, style, width: area.columns)
        case .large:
            for character in text {
                let rows = Self.pixels(character)
                let count = character == ":" ? 1 : 3
                for (row, bits) in rows.enumerated() {
                    for bit in 0..<count where bits & (1 << (count - 1 - bit)) != 0 {
                        let pixel = String(repeating: glyphs.full, count: 2)
                        canvas.put(pixel, column: column + 2 * bit, row: area.row + row, style)
                    }
                }
                column += 2 * count + 1
            }
        case .middle:
            for character in text {
                let rows = Self.pixels(character) + [0]
                let count = character == ":" ? 1 : 3
                for row in 0..<3 {
                    for bit in 0..<count {
                        let mask = 1 << (count - 1 - bit)
                        let (upper, lower) = (rows[2 * row] & mask != 0, rows[2 * row + 1] & mask != 0)
                        guard upper || lower else { continue }
                        let sign: Unicode.Scalar = upper && lower ? "█" : upper ? "▀" : "▄"
                        canvas.put(sign, column: column + bit, row: area.row + row, style)
                    }
                }
                column += count + 1
            }
        }
        return Rectangle(
            column: area.column, row: area.row, columns: width(size), rows: size == .large ? Self.rows : size == .middle ? 3 : 1)
    }

    /// Rows of a digit.
    private static let rows = 5

    /// The five rows of a digit, three bits each; one bit of a colon.
    private static func pixels(_ character: Character) -> [Int] {
        switch character {
        case ":": [0, 1, 0, 1, 0]
        case "0": [0b111, 0b101, 0b101, 0b101, 0b111]
        case "1": [0b010, 0b110, 0b010, 0b010, 0b111]
        case "2": [0b111, 0b001, 0b111, 0b100, 0b111]
        case "3": [0b111, 0b001, 0b111, 0b001, 0b111]
        case "4": [0b101, 0b101, 0b111, 0b001, 0b001]
        case "5": [0b111, 0b100, 0b111, 0b001, 0b111]
        case "6": [0b111, 0b100, 0b111, 0b101, 0b111]
        case "7": [0b111, 0b001, 0b001, 0b001, 0b001]
        case "8": [0b111, 0b101, 0b111, 0b101, 0b111]
        case "9": [0b111, 0b101, 0b111, 0b001, 0b111]
        default: [0, 0, 0, 0, 0]
        }
    }
}
