// Loop, rate, pitch and gains of a recording. Any thread; a value, no I/O.
import JSON

/// The loop, rate, pitch and gains with which a recording was last heard, if recordings keep them (`keep-per-recording`).
public struct Listening: Sendable, Hashable {
    /// Points of the loop.
    public var loop = LoopPoints()
    /// Rate; 1 is as recorded.
    public var rate = 1.0
    /// Pitch shift in cents.
    public var cents = 0.0
    /// Master volume as a factor.
    public var master = 1.0
    /// Gain of the left channel in dB.
    public var left = 0.0
    /// Gain of the right channel in dB.
    public var right = 0.0

    /// Makes the values with which a recording sounds as recorded.
    public init() {}

    /// The values for a recording of `frames` frames, without points past its end.
    public func within(_ frames: Int64) -> Listening {
        var next = self
        if let a = loop.a, a >= frames { next.loop.a = nil }
        if let b = loop.b, b > frames { next.loop.b = nil }
        return next
    }
}

extension Listening {
    /// Reads the member of a sidecar. Values that no verb could have set are as recorded: a file changed by hand keeps its
    /// recording playable.
    init(_ tree: JSONTree) {
        func number(_ key: String, _ allowed: ClosedRange<Double>, _ standard: Double) -> Double {
            let value: Double? =
                switch tree[key] {
                case .number(let digits)?: Double(digits)
                case .text("-inf")?: -.infinity
                default: nil
                }
            return value.flatMap { allowed.contains($0) ? $0 : nil } ?? standard
        }
        func frame(_ key: String) -> Int64? {
            tree[key]?.integer.flatMap { (0...Timeline.longest).contains($0) ? $0 : nil }
        }
        loop = LoopPoints(a: frame("loopA"), b: frame("loopB"))
        if let a = loop.a, let b = loop.b, a >= b { loop = LoopPoints() }
        rate = number("rate", 0.5...2, 1)
        cents = number("cents", CommandTable.centLimits, 0)
        master = number("master", 0...2, 1)
        left = number("leftDb", CommandTable.levelLimits, 0)
        right = number("rightDb", CommandTable.levelLimits, 0)
    }

    /// The member of a sidecar; values that are as recorded are left out.
    var json: JSONTree {
        func number(_ value: Double) -> JSONTree { value.isFinite ? .number(value.description) : .text("-inf") }
        var members: [JSONTree.Member] = []
        if let a = loop.a { members.append(.init("loopA", .integer(a))) }
        if let b = loop.b { members.append(.init("loopB", .integer(b))) }
        let normal = Listening()
        let values = [
            ("rate", rate, normal.rate), ("cents", cents, normal.cents), ("master", master, normal.master),
            ("leftDb", left, normal.left), ("rightDb", right, normal.right),
        ]
        for (key, value, standard) in values where value != standard { members.append(.init(key, number(value))) }
        return .object(members)
    }
}
