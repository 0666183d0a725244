// Any thread; pure. Arithmetic on numbers that files and people have written: it never traps.

extension Int64 {
    /// The whole number nearest to `number`, or the end of what there is; 0 for what is no number. For lengths brought from one
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

    /// The sum, or the end of what there is. For sizes that sidecars and sparse files claim.
    public func boundedSum(_ other: Int64) -> Int64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other < 0 ? .min : .max) : sum
    }
}
