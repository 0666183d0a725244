// Reads patterns of port names. Any thread; a value, no I/O.
internal import Messages

extension NamePattern {
    /// The mistake in a pattern, in words for the user.
    package struct Mistake: Error, Equatable {
        /// The mistake as a clause, and what is allowed.
        package let words: String
    }

    /// Most groups in one another. Groups are read by recursion.
    static let deepest = 8
    /// Most steps: counts in one another multiply.
    static let mostSteps = 1024
    /// Highest count, as in POSIX.
    static let highest = 255

    /// Reads a pattern of full port names: the part of POSIX extended regular expressions that costs little. It matches a part of
    /// a name, unless `^` or `$` holds it at an end. Throws the mistake.
    package init(ports text: String) throws(Mistake) {
        guard text.unicodeScalars.count <= Self.longest else {
            throw .of(tr(Self.longest, "it has more than \(Self.longest) letter", "it has more than \(Self.longest) letters"))
        }
        var reader = Reader(rest: text.unicodeScalars[...])
        let steps = try reader.alternatives(depth: 0)
        guard reader.rest.isEmpty else { throw .of(tr("no '(' comes before a ')'")) }
        self.init(steps: steps)
    }

    /// Reads a pattern from left to right.
    private struct Reader {
        var rest: Substring.UnicodeScalarView

        /// Parts with `|` between them, up to the end or a `)`.
        mutating func alternatives(depth: Int) throws(Mistake) -> [Step] {
            var parts = [try sequence(depth: depth)]
            while rest.first == "|" {
                rest.removeFirst()
                parts.append(try sequence(depth: depth))
            }
            guard parts.count > 1 || depth > 0 else { return parts[0] }
            // A part without a letter matches every port: that is a slip of the pen.
            guard parts.allSatisfy({ !$0.isEmpty }) else { throw .of(tr("nothing stands beside a '|' or between '(' and ')'")) }
            return parts.dropLast().reversed().reduce(parts[parts.count - 1]) { NamePattern.either($1, $0) }
        }

        private mutating func sequence(depth: Int) throws(Mistake) -> [Step] {
            var steps: [Step] = []
            while let letter = rest.first, letter != "|", letter != ")" {
                rest.removeFirst()
                var part = try self.part(letter, depth: depth)
                while let sign = rest.first, "*+?{".unicodeScalars.contains(sign) {
                    rest.removeFirst()
                    part = sign == "{" ? try counted(part) : NamePattern.repeated(part, sign)
                }
                steps += part
            }
            return steps
        }

        /// The steps of a part that may come as often as the count behind a `{` says: `2}`, `2,}`, `,3}` or `2,3}`.
        private mutating func counted(_ part: [Step]) throws(Mistake) -> [Step] {
            let (digits, isRange) = (number(), rest.first == ",")
            if isRange { rest.removeFirst() }
            let most = isRange ? number() : digits
            guard rest.popFirst() == "}", digits != nil || most != nil, most ?? .max >= digits ?? 0,
                max(digits ?? 0, most ?? 0) <= NamePattern.highest
            else {
                throw .of(tr("a '{' needs a count up to \(NamePattern.highest) and a '}' behind it"))
            }
            let least = digits ?? 0
            guard part.count * (max(least, most ?? 0) + 1) <= NamePattern.mostSteps else {
                throw .of(tr("a '{' counts too much"))
            }
            let always = Array(repeating: part, count: least).flatMap(\.self)
            guard let most else { return always + NamePattern.repeated(part, "*") }
            return always + Array(repeating: NamePattern.repeated(part, "?"), count: most - least).flatMap(\.self)
        }

        /// A count; nil without a digit. Higher counts than any that is allowed are one.
        private mutating func number() -> Int? {
            var number: Int?
            while let digit = rest.first, ("0"..."9").contains(digit) {
                rest.removeFirst()
                number = min((number ?? 0) * 10 + Int(digit.value) - 48, NamePattern.highest + 1)
            }
            return number
        }

        private mutating func part(_ letter: Unicode.Scalar, depth: Int) throws(Mistake) -> [Step] {
            switch letter {
            case "^": return [.begin]
            case "$": return [.end]
            case ".": return [.letter(.any)]
            case "*", "+", "?", "{": throw .of(tr("nothing stands before a '\(letter)'"))
            case "[": return [.letter(try brackets())]
            case "\\": return [.letter(.one(try escaped()))]
            case "(":
                guard depth < NamePattern.deepest else {
                    let most = NamePattern.deepest
                    throw .of(tr(most, "more than \(most) '(' is open at a place", "more than \(most) '(' are open at a place"))
                }
                let steps = try alternatives(depth: depth + 1)
                guard rest.popFirst() == ")" else { throw .of(tr("no ')' ends a '('")) }
                return steps
            default: return [.letter(.one(letter))]
            }
        }

        /// The sign behind a backslash. A letter or digit there means something else in each dialect.
        private mutating func escaped() throws(Mistake) -> Unicode.Scalar {
            guard let sign = rest.popFirst() else { throw .of(tr("nothing stands behind a '\\'")) }
            guard !sign.properties.isAlphabetic, sign.properties.numericType == nil else {
                throw .of(tr("'\\\(sign)' is a letter or digit behind a '\\'"))
            }
            return sign
        }

        /// The letters of a bracket, after its `[`. A `]` at once after that is a letter.
        private mutating func brackets() throws(Mistake) -> Letters {
            var letters = Letters()
            if rest.first == "^" {
                letters.isNegated = true
                rest.removeFirst()
            }
            while let first = rest.popFirst() {
                if first == "]", !letters.ranges.isEmpty { return letters }
                if first == "[", let next = rest.first, ":.=".unicodeScalars.contains(next) {
                    guard next == ":", let named = named() else { throw .of(tr("it names letters by '[\(next)'")) }
                    letters.ranges += named
                    continue
                }
                guard rest.first == "-", let last = rest.dropFirst().first, last != "]" else {
                    letters.ranges.append(first.value...first.value)
                    continue
                }
                guard first.value <= last.value else { throw .of(tr("the range '\(first)-\(last)' goes from high to low")) }
                letters.ranges.append(first.value...last.value)
                rest = rest.dropFirst(2)
            }
            throw .of(tr("no ']' ends a '['"))
        }

        /// The letters of a class such as `:digit:]`, behind its `[`; nil for any other text. Other alphabets have letters of no case.
        private mutating func named() -> [ClosedRange<UInt32>]? {
            guard let end = rest.dropFirst().firstIndex(of: ":"), rest[end...].dropFirst().first == "]" else { return nil }
            let name = String(rest[rest.index(after: rest.startIndex)..<end])
            let (digit, upper, lower): (ClosedRange<UInt32>, ClosedRange<UInt32>, ClosedRange<UInt32>) = (
                48...57, 65...90, 97...122
            )
            let (sign, other): ([ClosedRange<UInt32>], ClosedRange<UInt32>) = (
                [33...47, 58...64, 91...96, 123...126], 0xc0...0x10_ffff
            )
            let classes: [String: [ClosedRange<UInt32>]] = [
                "digit": [digit], "upper": [upper], "lower": [lower], "alpha": [upper, lower, other],
                "alnum": [digit, upper, lower, other], "punct": sign, "graph": [33...126, other], "print": [32...126, other],
                "space": [9...13, 32...32], "blank": [9...9, 32...32], "cntrl": [0...31, 127...127],
                "xdigit": [digit, 65...70, 97...102],
            ]
            guard let ranges = classes[name] else { return nil }
            rest = rest[rest.index(end, offsetBy: 2)...]
            return ranges
        }
    }
}

extension NamePattern.Mistake {
    /// A mistake with the words for what is allowed.
    fileprivate static func of(_ mistake: String) -> Self {
        let most = NamePattern.longest
        return Self(
            words: tr(
                "\(mistake): allowed are letters, . [a-z] [^a-z] [[:digit:]] ( ) | * + ? { } ^ $ and \\ before a sign that is meant itself, \(most)"
                    + " in all"))
    }
}
