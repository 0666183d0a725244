// Room: Dictation. Any thread; no I/O.

extension Int64 {
    /// The nearest whole number towards zero; what is past 64 bits becomes the farthest that there is, NaN zero. For numbers
    /// from outside, on which `Int64(_:)` would trap.
    public init(saturating number: Double) {
        let whole = number.rounded(.towardZero)
        self = whole.isNaN ? 0 : Int64(exactly: whole) ?? (whole > 0 ? .max : .min)
    }
}
