// Reads patterns of OSC 1.0. Any thread; a value, no I/O.

extension NamePattern {
    /// Reads a pattern of one part of an address: `?`, `*`, `[a-z]`, `[!a-z]` and `{one,other}`. It matches whole parts. Nil for
    /// one that is too long, or that a bracket does not end.
    package init?(osc text: some StringProtocol) {
        guard text.unicodeScalars.count <= Self.longest else { return nil }
        var rest = text.unicodeScalars[...]
        var steps: [Step] = [.begin]
        var shortest = 0
        while let letter = rest.popFirst() {
            switch letter {
            case "?":
                steps.append(.letter(.any))
                shortest += 1
            case "*":
                // Several stars are one.
                while rest.first == "*" { rest.removeFirst() }
                steps += Self.repeated([.letter(.any)], "*")
            case "[":
                guard let end = rest.firstIndex(of: "]") else { return nil }
                steps.append(.letter(Self.letters(rest[..<end])))
                shortest += 1
                rest = rest[rest.index(after: end)...]
            case "{":
                guard let end = rest.firstIndex(of: "}") else { return nil }
                let words = rest[..<end].split(separator: ",", omittingEmptySubsequences: false)
                    .map { $0.map { Step.letter(.one($0)) } }
                // From the last word on, so that each is put before the rest once.
                steps += words.dropLast().reversed().reduce(words.last ?? []) { Self.either($1, $0) }
                rest = rest[rest.index(after: end)...]
            default:
                steps.append(.letter(.one(letter)))
                shortest += 1
            }
        }
        self.init(steps: steps + [.end], shortest: shortest)
    }

    /// The letters between brackets. A hyphen at an end is one of them.
    private static func letters(_ text: some Collection<Unicode.Scalar>) -> Letters {
        var rest = Array(text)[...]
        var letters = Letters()
        if rest.first == "!" {
            letters.isNegated = true
            rest.removeFirst()
        }
        while let first = rest.popFirst() {
            guard rest.count > 1, rest.first == "-" else {
                letters.ranges.append(first.value...first.value)
                continue
            }
            let last = rest[rest.startIndex + 1]
            rest = rest.dropFirst(2)
            // A range from high to low has no letter.
            if first.value <= last.value { letters.ranges.append(first.value...last.value) }
        }
        return letters
    }
}
