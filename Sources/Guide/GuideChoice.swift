// The choice of the next prompt. Any thread; pure functions of catalogue, usage, time and seed.
internal import Dictation

/// Rules that choose the next item (G2, G3).
public struct GuideChoice: Sendable {
    /// Days in which an item is not shown again.
    public static let restDays = 7

    /// The items to choose from, of all categories.
    public let items: [GuideItem]
    /// The use of the items.
    public let usage: GuideUsage
    /// The time of the choice.
    public let moment: GuideMoment

    /// Makes the rules for one choice.
    public init(_ items: [GuideItem], _ usage: GuideUsage, at moment: GuideMoment) {
        self.items = items.filter { $0.weight > 0 }
        self.usage = usage
        self.moment = moment
    }

    /// The prompt of the day (G2); nil without any item.
    ///
    /// Chosen are items for this part of day and week that rest since seven days. Where there is none, the parts are given up
    /// first, then the rest. The item that is due most comes first: its weight times the days since it was seen last, so that an
    /// item of weight 2 comes twice as often as one of weight 1. Items that nobody has seen come before all others, the heaviest
    /// first. Among equals a number made of day, category and id decides, which is the same on each machine.
    public func daily() -> GuideItem? {
        let fitting = items.filter(fits)
        let candidates = [fitting.filter(isRested), items.filter(isRested), fitting, items].first { !$0.isEmpty } ?? []
        return candidates.map { (item: $0, rank: rank($0)) }.min { $0.rank < $1.rank }?.item
    }

    /// True for an item that is meant for this part of the day and of the week.
    func fits(_ item: GuideItem) -> Bool { fitsDay(item) && fitsWeek(item) }

    /// True for an item that is meant for this part of the day.
    func fitsDay(_ item: GuideItem) -> Bool { item.dayParts.isEmpty || item.dayParts.contains(moment.dayPart) }

    /// True for an item that is meant for this part of the week.
    func fitsWeek(_ item: GuideItem) -> Bool { item.weekParts.isEmpty || item.weekParts.contains(moment.weekPart) }

    /// True for an item that was not shown within seven days.
    func isRested(_ item: GuideItem) -> Bool {
        guard let shown = usage[item.id].lastShown else { return true }
        return age(since: shown) >= Double(Self.restDays)
    }

    /// Days since a time; a time in the future, after the clock was set back, is now.
    func age(since time: Int) -> Double {
        let (seconds, isOver) = moment.seconds.subtractingReportingOverflow(time)
        return isOver ? .infinity : Double(max(0, seconds)) / 86_400
    }

    /// Place of an item in the order of the choice; the lowest comes first.
    private func rank(_ item: GuideItem) -> Rank {
        let last = usage[item.id].lastTime
        return Rank(
            isSeen: last != nil, due: last.map { item.weight * age(since: $0) } ?? item.weight,
            tie: Self.number(of: "\(moment.day) \(item.category)", item.id), id: item.id)
    }

    /// A number that depends on two texts only.
    static func number(of one: String, _ other: String) -> UInt64 {
        // FNV-1a, and a last mix so that texts that differ in their last letter are far apart.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in Array(one.utf8) + [0] + Array(other.utf8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return SeededNumbers.mix(hash)
    }

    /// The order of two items.
    private struct Rank: Comparable {
        let isSeen: Bool
        let due: Double
        let tie: UInt64
        let id: String

        static func < (one: Rank, other: Rank) -> Bool {
            if one.isSeen != other.isSeen { return !one.isSeen }
            if one.due != other.due { return one.due > other.due }
            return (one.tie, one.id) < (other.tie, other.id)
        }
    }
}
