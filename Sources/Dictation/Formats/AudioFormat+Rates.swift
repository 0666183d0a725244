// Sets of sample rates and bit rates. Any thread; a value, no I/O, no C.
internal import Messages

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

        /// The lowest and the highest of the numbers.
        public var limits: ClosedRange<Int> {
            switch self {
            case .range(let range): range
            case .list(let list): (list.first ?? 0)...(list.last ?? 0)
            }
        }

        /// The numbers in words: "from 1000 to 768000", "8000, 12000 or 48000".
        public var words: String {
            switch self {
            case .range(let range): return tr("from \(range.lowerBound) to \(range.upperBound)")
            case .list(let list):
                let head = list.dropLast().map(String.init).joined(separator: ", ")
                guard let last = list.last else { return tr("none", "numbers") }
                return head.isEmpty ? "\(last)" : tr("\(head) or \(last)")
            }
        }
    }
}
