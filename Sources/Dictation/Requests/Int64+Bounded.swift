// Arithmetic on numbers from files and users, which never traps. Any thread; no state.

extension Int64 {
    /// The whole number nearest to `number`, clamped to the range of Int64; 0 for NaN. For lengths converted from one sample
    /// rate to another.
    public init(nearest number: Double) {
        if number >= 0x1p63 {
            self = .max
        } else if number < -0x1p63 {
            self = .min
        } else {
            self = number.isNaN ? 0 : Int64(number.rounded())
        }
    }

    /// The sum, clamped to the range of Int64. For sizes that sidecars and sparse files claim.
    public func boundedSum(_ other: Int64) -> Int64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other < 0 ? .min : .max) : sum
    }
}
