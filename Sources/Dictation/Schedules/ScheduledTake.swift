// A scheduled take, as it is kept. Any thread; a value, no I/O.
internal import JSON
internal import Messages

/// A take that begins by itself at local times.
public struct ScheduledTake: Sendable, Equatable {
    /// Number in the list; never given twice in one file.
    public let number: Int64
    /// The command line without the options that schedule it: `rec choir --for "1h"`.
    public let line: String
    /// The request of `line`.
    public let request: Request
    /// The times.
    public let rule: ScheduleRule
    /// Sender of the command; its rights are those of the take.
    public let authority: Authority
    /// True if units of systemd start the engine for it.
    public let wakes: Bool
    /// The next time, or that of the running take; nil when there is none any more.
    public var next: CalendarTime?
    /// True once the take of `next` has begun.
    public var hasBegun = false
    /// The last time that was missed, with the reason; nil after a take that was made.
    public var missed: (time: CalendarTime, why: String)?

    /// Makes a take that has not begun yet. Throws the first error of its command line.
    public init(
        number: Int64, line: String, rule: ScheduleRule, authority: Authority, wakes: Bool
    ) throws(CommandError) {
        self.number = number
        self.line = line
        request = try Request(line: line)
        self.rule = rule
        self.authority = authority
        self.wakes = wakes
        next = rule.first
        guard request.verb == .recording(.rec), request.text(.at) == nil else {
            throw .wrongType(command: "schedule", parameter: "line", wanted: tr("a command rec"), got: Value.text(line).quoted)
        }
    }

    /// Name of the recording; empty for one by date and time.
    public var name: String { request.text(.name) ?? "" }

    /// Compares all kept values.
    public static func == (one: ScheduledTake, other: ScheduledTake) -> Bool { one.tree == other.tree }

    // MARK: File

    /// The numbers of takes; a take with another one is damaged.
    private static let numbers: Range<Int64> = 1..<(1 << 53)
    /// The numbers after which others are given. One above them is damaged, and leaves no room for those to come.
    private static let followed: Range<Int64> = 0..<(1 << 52)

    /// The take as an object of the file.
    var tree: JSONTree {
        .object([
            .init("number", .integer(number)), .init("line", .text(line)), .init("first", .text("\(rule.first)")),
            .init("second", .flag(rule.first.isSecond)),
            .init("every", .text(rule.every.rawValue)), .init("by", .text(authority.rawValue)), .init("wake", .flag(wakes)),
            .init("next", next.map { .text("\($0)") } ?? .none),
            .init("begun", .flag(hasBegun)), .init("missed", missed.map { .text("\($0.time)") } ?? .none),
            .init("why", .text(missed?.why ?? "")),
        ])
    }

    /// Reads an object of the file; nil for any other.
    init?(_ tree: JSONTree) {
        guard let number = tree["number"]?.integer, Self.numbers.contains(number), let line = tree["line"]?.text,
            var first = tree["first"]?.text.flatMap({ CalendarTime($0) }),
            let every = tree["every"]?.text.flatMap(ScheduleRule.Repeat.init),
            let authority = tree["by"]?.text.flatMap(Authority.init)
        else { return nil }
        first.isSecond = tree["second"] == .flag(true)
        do throws(CommandError) {
            try self.init(
                number: number, line: line, rule: ScheduleRule(from: first, every: every), authority: authority,
                wakes: tree["wake"] == .flag(true))
        } catch {
            return nil
        }
        next = tree["next"]?.text.flatMap { CalendarTime($0) }
        // Only the first time can be the second one of its day: see `ScheduleRule`.
        if next?.count == first.count { next = first }
        hasBegun = tree["begun"] == .flag(true)
        if let time = tree["missed"]?.text.flatMap({ CalendarTime($0) }) { missed = (time, tree["why"]?.text ?? "") }
    }

    /// A take of the file that this version cannot read: one of a newer version, or a damaged one. It is kept as it is.
    public struct Unread: Sendable, Equatable {
        fileprivate let tree: JSONTree
        /// Its number in the list; nil if it has none.
        public let number: Int64?

        fileprivate init(_ tree: JSONTree) {
            self.tree = tree
            number = tree["number"]?.integer.flatMap { ScheduledTake.numbers.contains($0) ? $0 : nil }
        }
    }

    /// Text of the file of these takes. `last` is the highest number that was given.
    public static func text(_ takes: [ScheduledTake], last: Int64, unread: [Unread] = []) -> [UInt8] {
        JSONTree.object([
            .init("schema", .integer(1)), .init("last", .integer(last)),
            .init("takes", .list(takes.map(\.tree) + unread.map(\.tree))),
        ]).printed
    }

    /// Reads a file; nil for a damaged one. A take that cannot be read, or a damaged number, costs none of the other takes.
    public static func takes(in bytes: [UInt8]) -> (takes: [ScheduledTake], last: Int64, unread: [Unread])? {
        guard let tree = try? JSONTree(parsing: bytes), tree["schema"]?.integer == 1, let list = tree["takes"]?.list else {
            return nil
        }
        var (takes, unread): ([ScheduledTake], [Unread]) = ([], [])
        for tree in list { if let take = ScheduledTake(tree) { takes.append(take) } else { unread.append(Unread(tree)) } }
        let given = takes.map(\.number) + unread.compactMap(\.number) + [tree["last"]?.integer ?? 0]
        return (takes, given.filter(Self.followed.contains).max() ?? 0, unread)
    }
}
