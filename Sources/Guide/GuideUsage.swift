// The use of items. Any thread; a value, no I/O.

/// The record of the use of one item.
public struct GuideUse: Sendable, Hashable {
    /// Seconds since 1970 at which it was shown last; nil for never.
    public var lastShown: Int?
    /// Seconds since 1970 at which it was spoken about last; nil for never.
    public var lastUsed: Int?
    /// Number of recordings about it.
    public var useCount: Int64 = 0
    /// True for a favourite of the user.
    public var isFavourite = false

    /// Makes the record of an item that was never shown.
    public init() {}

    /// The later one of both times; nil for never.
    public var lastTime: Int? { [lastShown, lastUsed].compactMap(\.self).max() }
}

/// The use of all items, as the file of usage keeps it.
public struct GuideUsage: Sendable, Hashable {
    /// A change of the record of one item. Two programs apply theirs one after the other to the same file, and lose nothing.
    public enum Change: Sendable, Hashable {
        /// The item was shown at a time in seconds since 1970.
        case shown(id: String, at: Int)
        /// The item was spoken about at a time in seconds since 1970.
        case used(id: String, at: Int)
        /// The item became a favourite, or is none any more.
        case favourite(id: String, Bool)
        /// A person hid the prompt that stood, at a time in seconds since 1970.
        case hidden(at: Int)
    }

    /// The newest schema of the file.
    public static let schema: Int64 = 1

    /// The records, by id.
    public private(set) var uses: [String: GuideUse] = [:]
    /// Id of the item that was shown last; nil before the first.
    public private(set) var lastShown: String?
    /// Seconds since 1970 at which a person hid the prompt that stood; nil once another one was shown.
    public private(set) var hiddenAt: Int?

    /// Makes the usage of a new user.
    public init() {}

    /// The record of an item.
    public subscript(id: String) -> GuideUse { uses[id] ?? GuideUse() }

    /// Takes the record of an item from a file.
    mutating func keep(_ use: GuideUse, of id: String) {
        let before = lastShown.flatMap { uses[$0]?.lastShown } ?? .min
        uses[id] = use
        if let shown = use.lastShown, shown > before { lastShown = id }
    }

    /// Takes the item that was shown last from a file.
    mutating func keepLast(_ id: String) { lastShown = id }

    /// Takes the time at which a prompt was hidden from a file.
    mutating func keepHidden(_ time: Int?) { hiddenAt = time }

    /// True in the part of the day in which a person hid the prompt: none is shown by itself until the next one. `moment` gives
    /// the moment of a time in seconds since 1970.
    public func isHidden(at now: GuideMoment, _ moment: (Int) -> GuideMoment) -> Bool {
        guard let then = hiddenAt.map(moment) else { return false }
        return then.day == now.day && then.dayPart == now.dayPart
    }

    /// Applies a change.
    public mutating func apply(_ change: Change) {
        switch change {
        case .shown(let id, let time):
            uses[id, default: GuideUse()].lastShown = time
            lastShown = id
            hiddenAt = nil
        case .used(let id, let time):
            uses[id, default: GuideUse()].lastUsed = time
            let count = uses[id]?.useCount ?? 0
            uses[id]?.useCount = count < .max ? count + 1 : count
        case .favourite(let id, let isFavourite): uses[id, default: GuideUse()].isFavourite = isFavourite
        case .hidden(let time): hiddenAt = time
        }
    }
}
