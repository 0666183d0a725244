// Aligns two texts word by word. Any thread; no state, no I/O.

/// Finds the words of one text in another. An hour of speech takes a part of a second.
struct WordAlignment {
    private static let smallGap = 10_000
    private static let width = 64
    private static let deepest = 40
    private static let mostCells = 1 << 26

    /// The steps from the first text to the second, in order.
    private(set) var pairs: [WordPair] = []
    private let old: [WordKeys.Key]
    private let new: [WordKeys.Key]

    /// Aligns an edited text with the one before. Words that both texts have once lead the way, so that much text is quick.
    init(_ before: [String], _ after: [String]) {
        var keys = WordKeys()
        (old, new) = (keys.keys(before), keys.keys(after))
        pairs.reserveCapacity(max(old.count, new.count))
        align(0..<old.count, 0..<new.count, depth: 0)
    }

    /// The steps of the fewest errors between two texts. Texts that have little in common and far more than 5,000 words get near
    /// to the fewest.
    static func fewestErrors(_ before: [String], _ after: [String]) -> [WordPair] {
        var keys = WordKeys()
        let (old, new) = (keys.keys(before), keys.keys(after))
        var width = Self.width
        while true {
            let band = WordBand(old[...], new[...], width: width, .errors)
            // A way outside of the band has more errors than half its width.
            let isExact = Int(band.cost) <= width / 2 || width >= max(old.count, new.count)
            guard !isExact, width * 4 * max(1, old.count) <= mostCells else { return band.pairs }
            width *= 2
        }
    }

    private mutating func align(_ oldRange: Range<Int>, _ newRange: Range<Int>, depth: Int) {
        var (first, last) = (oldRange, newRange)
        var tail: [WordPair] = []
        while let one = first.first, let other = last.first, old[one].text == new[other].text {
            pairs.append(WordPair(old: one, new: other))
            (first, last) = (first.dropFirst(), last.dropFirst())
        }
        while let one = first.last, let other = last.last, old[one].text == new[other].text {
            tail.append(WordPair(old: one, new: other))
            (first, last) = (first.dropLast(), last.dropLast())
        }
        alignGap(first, last, depth: depth)
        pairs += tail.reversed()
    }

    private mutating func alignGap(_ oldRange: Range<Int>, _ newRange: Range<Int>, depth: Int) {
        if oldRange.isEmpty || newRange.isEmpty {
            pairs += oldRange.map { WordPair(old: $0, new: nil) } + newRange.map { WordPair(old: nil, new: $0) }
            return
        }
        let isSmall = oldRange.count.multipliedReportingOverflow(by: newRange.count).partialValue <= Self.smallGap
        let anchors = isSmall || depth >= Self.deepest ? [] : anchors(oldRange, newRange)
        guard !anchors.isEmpty else {
            let width = isSmall ? max(oldRange.count, newRange.count) : Self.width
            pairs += WordBand(old[oldRange], new[newRange], width: width, .correction).pairs
            return
        }
        var (one, other) = (oldRange.lowerBound, newRange.lowerBound)
        for anchor in anchors {
            align(one..<anchor.old, other..<anchor.new, depth: depth + 1)
            pairs.append(WordPair(old: anchor.old, new: anchor.new))
            (one, other) = (anchor.old + 1, anchor.new + 1)
        }
        align(one..<oldRange.upperBound, other..<newRange.upperBound, depth: depth + 1)
    }

    /// Words that both ranges have once, as many as stand in the same order in both.
    private func anchors(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> [(old: Int, new: Int)] {
        let (ones, others) = (Self.single(old, oldRange), Self.single(new, newRange))
        let common = oldRange.compactMap { one in
            ones[old[one].plain] == one ? others[old[one].plain].flatMap { $0 < 0 ? nil : (old: one, new: $0) } : nil
        }
        // The longest rising row: `ends` has the last word of the best row of each length.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: common.count)
        for index in common.indices {
            let place = ends.partitioned { common[$0].new < common[index].new }
            previous[index] = place > 0 ? ends[place - 1] : nil
            if place < ends.count { ends[place] = index } else { ends.append(index) }
        }
        var row: [(old: Int, new: Int)] = []
        var at = ends.last
        while let index = at {
            row.append(common[index])
            at = previous[index]
        }
        return row.reversed()
    }

    /// Places of the words of a range; -1 for those that occur more than once.
    private static func single(_ keys: [WordKeys.Key], _ range: Range<Int>) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for index in range { places[keys[index].plain] = places[keys[index].plain] == nil ? index : -1 }
        return places
    }
}
