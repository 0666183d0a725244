// Patterns of names, matched in linear time. Any thread; a value, no I/O.

/// A pattern of port names (`init(ports:)`) or of parts of OSC addresses (`init(osc:)`).
///
/// Patterns come from everybody who may reach the engine, and a matcher that tries one way after the other can be kept busy for
/// minutes by a pattern of 30 bytes. This one is an automaton that goes all ways at once: a name costs its length times that of
/// the pattern at most, and both are bounded. No recursion depends on a name.
package struct NamePattern: Sendable {
    /// One step of the automaton. Numbers are distances to other steps.
    enum Step: Sendable {
        /// A letter of the set, then the next step.
        case letter(Letters)
        /// The next step, at the begin of the name only.
        case begin
        /// The next step, at the end of the name only.
        case end
        /// Both steps.
        case fork(Int, Int)
        /// The step with this number.
        case jump(Int)
        /// The name matches.
        case match
    }

    /// A set of letters.
    struct Letters: Sendable {
        /// The letters, or those that are left out.
        var ranges: [ClosedRange<UInt32>] = []
        var isNegated = false

        /// Every letter.
        static let any = Letters(isNegated: true)

        /// The set of one letter.
        static func one(_ letter: Unicode.Scalar) -> Letters { Letters(ranges: [letter.value...letter.value]) }

        func contains(_ letter: UInt32) -> Bool { ranges.contains { $0.contains(letter) } != isNegated }
    }

    /// Most letters of a pattern.
    package static let longest = 256
    /// Most letters of a name that are looked at; JACK's names have 320 bytes at most.
    static let longestName = 512

    private let steps: [Step]
    /// Least length of a name that matches.
    private let shortest: Int

    /// Makes a pattern of steps that end in `.match` by their order, for names of so many letters at least.
    init(steps: [Step], shortest: Int = 0) { (self.steps, self.shortest) = (steps + [.match], shortest) }

    /// True if the pattern matches the name, or a part of it where no anchor forbids that.
    package func matches(_ name: some StringProtocol) -> Bool {
        let letters = name.unicodeScalars.prefix(Self.longestName).map(\.value)
        guard letters.count >= shortest else { return false }
        /// The place in the name at which each step was reached last.
        var reached = [Int](repeating: -1, count: steps.count)
        var now: [Int] = []
        for place in 0...letters.count {
            // A match may begin at each place.
            now.append(0)
            var next: [Int] = []
            while let number = now.popLast() {
                guard reached[number] != place else { continue }
                reached[number] = place
                switch steps[number] {
                case .match: return true
                case .jump(let distance): now.append(number + distance)
                case .fork(let one, let other): now += [number + one, number + other]
                case .begin: if place == 0 { now.append(number + 1) }
                case .end: if place == letters.count { now.append(number + 1) }
                case .letter(let set): if place < letters.count, set.contains(letters[place]) { next.append(number + 1) }
                }
            }
            now = next
        }
        return false
    }

    /// The steps of one part or another.
    static func either(_ one: [Step], _ other: [Step]) -> [Step] {
        [.fork(1, one.count + 2)] + one + [.jump(other.count + 1)] + other
    }

    /// The steps of a part that may come as often as the sign says: `*`, `+` or `?`.
    static func repeated(_ part: [Step], _ sign: Unicode.Scalar) -> [Step] {
        switch sign {
        case "*": [.fork(1, part.count + 2)] + part + [.jump(-part.count - 1)]
        case "+": part + [.fork(-part.count, 1)]
        default: [.fork(1, part.count + 1)] + part
        }
    }
}
