// Sets of sample rates and bit rates. Any thread; a value, no I/O, no C.

extension AudioFormat {
    /// The numbers that a format accepts: sample rates in Hz, or bit rates in kbit/s.
    public enum Rates: Sendable, Hashable {
        /// All whole numbers of a range.
        case range(ClosedRange<Int>)
        /// Some numbers, in rising order.
        case list([Int])

        /// True when the format accepts the number.
        public func contains(_ number: Int) -> Bool {
            switch self {
            case .range(let range): range.contains(number)
            case .list(let list): list.contains(number)
            }
        }

        /// The numbers in words: "from 1000 to 768000", "8000, 12000 or 48000".
        public var words: String {
            switch self {
            case .range(let range): return "from \(range.lowerBound) to \(range.upperBound)"
            case .list(let list):
                let head = list.dropLast().map(String.init).joined(separator: ", ")
                guard let last = list.last else { return "none" }
                return head.isEmpty ? "\(last)" : "\(head) or \(last)"
            }
        }
    }
}
