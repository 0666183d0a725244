// Numbers as texts. Any thread; no I/O.
internal import Messages

extension Double {
    /// The number with this many decimal places.
    public func fixed(_ places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { value, _ in value * 10 }
        guard isFinite, abs(self) < 1e12 else { return description }
        let whole = Int64((abs(self) * scale).rounded())
        let sign = self < 0 && whole > 0 ? "-" : ""
        guard places > 0 else { return sign + String(whole) }
        let digits = String(whole)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return sign + padded.dropLast(places) + "." + padded.suffix(places)
    }

    /// The number with this many decimal places, with the decimal mark of the user's locale: for texts that people read and nobody
    /// types.
    public func localized(_ places: Int) -> String { DecimalMark.localized(fixed(places)) }

    /// The number with three decimal places at most, with the decimal mark of the user's locale.
    public var localized: String { DecimalMark.localized(short) }

    /// The number with three decimal places at most, without trailing zeros.
    public var short: String {
        var text = fixed(3)
        guard text.contains(".") else { return text }
        while text.last == "0" { text.removeLast() }
        return text.last == "." ? String(text.dropLast()) : text
    }
}
