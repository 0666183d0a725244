// A value any thread may hold; no I/O, no C.

extension AudioFormat {
    /// Whole numbers that a format takes: frames a second, or kbit a second.
    public enum Rates: Sendable, Hashable {
        case range(ClosedRange<Int>)
        /// In rising order.
        case list([Int])

        public func contains(_ number: Int) -> Bool {
            switch self {
            case .range(let range): range.contains(number)
            case .list(let list): list.contains(number)
            }
        }

        /// "from 1000 to 768000", "8000, 12000 or 48000".
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
