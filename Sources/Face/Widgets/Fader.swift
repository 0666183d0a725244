// A fader for a value. Any thread; a value.
public import Drawing

/// A value in a range, drawn as a line with a knob, with fine and coarse steps.
public struct Fader: Hashable, Sendable {
    /// The value, always within the range.
    public private(set) var value: Double
    /// The range.
    public let range: ClosedRange<Double>
    /// The value that changes nothing, to which the fader is reset.
    public let neutral: Double
    /// The small step and the large one.
    public let steps: (fine: Double, coarse: Double)

    /// Makes a fader; a value outside the range becomes the nearest one.
    public init(_ value: Double, in range: ClosedRange<Double>, neutral: Double, fine: Double, coarse: Double) {
        self.range = range
        self.neutral = neutral
        steps = (fine, coarse)
        self.value = neutral
        set(value)
    }

    /// Two faders are the same with the same value, range and steps.
    public static func == (one: Fader, other: Fader) -> Bool {
        one.value == other.value && one.range == other.range && one.neutral == other.neutral && one.steps == other.steps
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
        hasher.combine(range)
    }

    /// Sets the value; one that is no number changes nothing.
    public mutating func set(_ value: Double) {
        guard !value.isNaN else { return }
        self.value = max(range.lowerBound, min(range.upperBound, value))
    }

    /// Moves the value by so many steps. It lands on whole steps, so that ten steps up and down give the same value.
    public mutating func move(by count: Int, coarse isCoarse: Bool = false) {
        let step = isCoarse ? steps.coarse : steps.fine
        guard step > 0 else { return }
        let fine = steps.fine > 0 ? steps.fine : step
        set(((value + Double(count) * step) / fine).rounded() * fine)
    }

    /// Sets the value to the neutral one.
    public mutating func reset() { value = neutral }

    /// The cell of a value on a line of so many cells.
    private func cell(of value: Double, _ count: Int) -> Int {
        let size = range.upperBound - range.lowerBound
        guard size > 0, count > 1 else { return 0 }
        return Int(((value - range.lowerBound) / size * Double(count - 1)).rounded())
    }

    /// The value at a cell, rounded to the small step.
    public func value(atCell cell: Int, of count: Int) -> Double {
        guard count > 1 else { return value }
        // The cell of the neutral value gives exactly it.
        if cell == self.cell(of: neutral, count) { return neutral }
        let share = Double(max(0, min(cell, count - 1))) / Double(count - 1)
        let exact = range.lowerBound + share * (range.upperBound - range.lowerBound)
        let rounded = steps.fine > 0 ? (exact / steps.fine).rounded() * steps.fine : exact
        return max(range.lowerBound, min(range.upperBound, rounded))
    }

    /// Draws the fader into the first row of the area.
    public func draw(on canvas: inout Canvas, in area: Rectangle, _ glyphs: FaceOptions.Glyphs, isFocused: Bool = false) {
        guard area.columns > 0, area.rows > 0 else { return }
        let (knob, notch) = (cell(of: value, area.columns), cell(of: neutral, area.columns))
        for cell in 0..<area.columns {
            let between = (min(knob, notch)...max(knob, notch)).contains(cell)
            let (character, style) =
                cell == knob
                ? (glyphs.knob, Style(isFocused ? .text : .fill, bold: isFocused))
                : cell == notch
                    ? (glyphs.notch, Style(.secondary))
                    : (between && glyphs.isPlain ? "=" : glyphs.horizontal, Style(between ? .fill : .separator))
            canvas.put(String(character), column: area.column + cell, row: area.row, style)
        }
    }
}
