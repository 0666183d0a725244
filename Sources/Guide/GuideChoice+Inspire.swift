// The choice of another prompt. Any thread; a pure function.

extension GuideChoice {
    /// Fewest candidates that a choice is made from, as far as the catalogue has them.
    static let leastCandidates = 10
    /// Minutes in which an item that was shown is no candidate.
    static let pauseMinutes = 3.0

    /// The wishes of a user for another prompt.
    public struct Wish: Sendable, Hashable {
        /// Category; nil for any.
        public var category: String?
        /// Depth; nil for any.
        public var depth: GuideItem.Depth?
        /// True for favourites only. This wish is never given up.
        public var isFavourite = false

        /// Makes a wish for any prompt.
        public init() {}
    }

    /// Another prompt (G3); nil without any item.
    ///
    /// The filters are part of the week, part of the day, depth and category. They are given up in this order until there are ten
    /// candidates. Items that were shown within three minutes, and the one that was shown last, are none, unless there is no
    /// other. The seed draws among the candidates; an item of weight 2 has twice the chance.
    public func another(_ wish: Wish = Wish(), seed: UInt64) -> GuideItem? {
        let all = wish.isFavourite ? items.filter { usage[$0.id].isFavourite } : items
        let filters: [(GuideItem) -> Bool] = [
            { wish.category == nil || $0.category == wish.category },
            { wish.depth == nil || $0.depth == nil || $0.depth == wish.depth }, fitsDay, fitsWeek,
        ]
        var candidates: [GuideItem] = []
        for count in stride(from: filters.count, through: 0, by: -1) {
            let matches = all.filter { item in filters.prefix(count).allSatisfy { $0(item) } }
            candidates = matches.filter { !isPausing($0) }
            // An item that pauses counts too: a category of ten items is enough for itself.
            if matches.count >= Self.leastCandidates, !candidates.isEmpty { break }
        }
        if candidates.isEmpty { candidates = all.filter { $0.id != usage.lastShown } }
        return draw(candidates.isEmpty ? all : candidates, seed)
    }

    /// True for the item that was shown last, and for one that was shown within three minutes.
    private func isPausing(_ item: GuideItem) -> Bool {
        guard item.id != usage.lastShown else { return true }
        guard let shown = usage[item.id].lastShown else { return false }
        return age(since: shown) * 1440 < Self.pauseMinutes
    }

    /// Draws an item by its weight.
    private func draw(_ candidates: [GuideItem], _ seed: UInt64) -> GuideItem? {
        var numbers = SeededNumbers(seed: seed)
        let sum = candidates.reduce(0) { $0 + $1.weight }
        var rest = Double.random(in: 0..<1, using: &numbers) * sum
        for item in candidates {
            rest -= item.weight
            if rest < 0 { return item }
        }
        return candidates.last
    }
}
