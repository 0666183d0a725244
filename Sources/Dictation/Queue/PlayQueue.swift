// Recordings to play one after another (P11). One thread at a time; a value, no I/O.

/// A list of recordings, with the one that plays or played last. Numbers of items begin at 1.
public struct PlayQueue: Sendable, Equatable {
    /// One place of the queue. The same recording may have several.
    public struct Item: Sendable, Hashable {
        /// Number by which the item is known as long as it is in the queue; later items have higher ones.
        public let id: Int
        /// Name of the recording, or path of a file.
        public var name: String
        /// Identity that the recording had when it was added: another one may get its name. Unset if it is not known.
        public var recording = Identifier.unset
    }

    /// The items in the order in which they play.
    public private(set) var items: [Item] = []
    /// True when the first item follows the last one.
    public var repeats = false
    /// True when the order was made by chance.
    public private(set) var isShuffled = false
    /// Index of the item that plays or played last, or of the one behind it once it was taken out; nil before the first.
    private var cursor: Int?
    /// False once the item at the cursor was taken out.
    private var isOnItem = false
    private var nextID = 1

    /// Most items of a queue.
    public static let most = 10_000

    /// Makes an empty queue.
    public init() {}

    /// The item that plays or played last; nil when there is none.
    public var current: Item? { isOnItem ? cursor.map { items[$0] } : nil }

    /// Number of the current item; nil when there is none.
    public var number: Int? { isOnItem ? cursor.map { $0 + 1 } : nil }

    // MARK: Order

    /// The item that follows `id`, or the current one without it; nil at the end. Items of the set `failed` are passed over.
    public func next(after id: Int? = nil, passing failed: Set<Int> = []) -> Item? {
        guard !items.isEmpty else { return nil }
        let index: Int
        if let id {
            guard let place = items.firstIndex(where: { $0.id == id }) else { return nil }
            index = place + 1
        } else {
            index = cursor.map { isOnItem ? $0 + 1 : $0 } ?? 0
        }
        let rest = items[min(index, items.count)...].first { !failed.contains($0.id) }
        return rest ?? (repeats ? items.first { !failed.contains($0.id) } : nil)
    }

    /// The item before the current one; nil at the start.
    public var previous: Item? {
        guard !items.isEmpty else { return nil }
        let index = (cursor ?? 0) - 1
        return index >= 0 ? items[index] : repeats ? items.last : nil
    }

    /// The first item of that name from the current one on, else the first of all; nil for none.
    public func item(named name: String) -> Item? {
        items[min(cursor ?? 0, items.count)...].first { $0.name == name } ?? items.first { $0.name == name }
    }

    /// The item with this number; nil when there is none.
    public func item(number: Int) -> Item? { items.indices.contains(number - 1) ? items[number - 1] : nil }

    /// The item known by `id`; nil once it was taken out.
    public func item(_ id: Int) -> Item? { items.first { $0.id == id } }

    /// Makes an item the current one.
    public mutating func enter(_ id: Int) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        (cursor, isOnItem) = (index, true)
    }

    /// The item at the cursor, which is current or comes next; nil for none.
    private var turn: Item? { cursor.flatMap { items.indices.contains($0) ? items[$0] : nil } }

    /// Moves the cursor to an item, or behind the last one.
    private mutating func take(_ turn: Item?) {
        guard cursor != nil else { return }
        cursor = turn.flatMap { turn in items.firstIndex { $0.id == turn.id } } ?? items.count
    }

    // MARK: Changes

    /// Adds recordings at the end, with their identities as far as they are known by name. False when the queue would have more
    /// than `most` items; nothing is added then.
    public mutating func add(_ names: [String], known: [String: Identifier] = [:]) -> Bool {
        guard names.count <= Self.most - items.count else { return false }
        for name in names {
            items.append(Item(id: nextID, name: name, recording: known[name] ?? .unset))
            nextID += 1
        }
        return true
    }

    /// Takes out all items.
    public mutating func clear() { (items, cursor, isOnItem) = ([], nil, false) }

    /// Takes out the items that `isMeant` names, and returns their count. The one behind the current item keeps its turn.
    public mutating func remove(where isMeant: (Item) -> Bool) -> Int {
        let before = items
        if let place = cursor {
            if isOnItem, isMeant(items[place]) { isOnItem = false }
            cursor = place - items[..<place].count(where: isMeant)
        }
        items.removeAll(where: isMeant)
        if items.isEmpty { clear() }
        return before.count - items.count
    }

    /// Moves an item to another number. False when there is no such number.
    public mutating func move(_ number: Int, to place: Int) -> Bool {
        guard items.indices.contains(number - 1), items.indices.contains(place - 1) else { return false }
        let turn = turn
        items.insert(items.remove(at: number - 1), at: place - 1)
        take(turn)
        return true
    }

    /// Gives the items of a renamed recording its new name.
    public mutating func rename(_ name: String, to newName: String) {
        for index in items.indices where items[index].name == name { items[index].name = newName }
    }

    /// Makes an order by chance, with the current item first, or the order in which the items were added.
    public mutating func shuffle(_ isShuffled: Bool, using random: inout some RandomNumberGenerator) {
        self.isShuffled = isShuffled
        let (current, turn) = (current, turn)
        if isShuffled {
            var rest = items.filter { $0.id != current?.id }
            rest.shuffle(using: &random)
            items = (current.map { [$0] } ?? []) + rest
        } else {
            items.sort { $0.id < $1.id }
        }
        // Without a current item an order by chance begins with its first one.
        if isShuffled, current == nil, cursor != nil { cursor = 0 } else { take(turn) }
    }

    // MARK: Restart

    /// Makes a queue of an earlier run. A number that is none counts as no current item.
    public init(names: [String], number: Int?, repeats: Bool, isShuffled: Bool) {
        _ = add(Array(names.prefix(Self.most)))
        self.repeats = repeats
        self.isShuffled = isShuffled
        if let number, let item = item(number: number) { enter(item.id) }
    }
}
