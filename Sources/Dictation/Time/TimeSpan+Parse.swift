// Reads times. Any thread; no I/O.

extension TimeSpan {
    /// Reads `1h02m`, `90s`, `2.5s`, `250ms`, `00:01:30.500`, `1:30`, `48000f`, or a plain number of seconds. A minus in
    /// front makes a step back. Nil for any other text: no plus, no spaces, no exponents, no unit twice or out of order.
    public init?(_ text: String) {
        let isBack = text.utf8.first == UInt8(ascii: "-")
        let plain = isBack ? String(text.dropFirst()) : text
        if plain.utf8.last == UInt8(ascii: "f") {
            guard let count = Self.digits(plain.utf8.dropLast()) else { return nil }
            self = .frames(isBack ? -count : count)
            return
        }
        let seconds = plain.utf8.contains(UInt8(ascii: ":")) ? Self.clock(plain) : Self.units(plain)
        guard let seconds, seconds <= Self.longestSeconds else { return nil }
        self = .seconds(isBack && seconds > 0 ? -seconds : seconds)
    }

    /// Reads `HH:MM:SS.fff` or `MM:SS.fff`; every part but the first is below 60.
    private static func clock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last, let tail = decimal(last.utf8), tail < 60 else { return nil }
        var minutes = 0.0
        for (place, part) in parts.dropLast().enumerated() {
            guard let count = digits(part.utf8), place == 0 || count < 60 else { return nil }
            minutes = minutes * 60 + Double(count)
        }
        return minutes * 60 + tail
    }

    /// Reads `1h02m3.5s`, `250ms`, `12.5`; only the last part may have a fraction.
    private static func units(_ text: String) -> Double? {
        if let plain = decimal(text.utf8) { return plain }
        let scales: [(unit: String, seconds: Double)] = [("h", 3600), ("m", 60), ("s", 1), ("ms", 0.001)]
        var rest = text.utf8[...]
        var next = 0
        var total = 0.0
        while !rest.isEmpty {
            let number = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
            rest = rest.dropFirst(number.count)
            let unit = rest.prefix { !isDigit($0) && $0 != UInt8(ascii: ".") }
            rest = rest.dropFirst(unit.count)
            let count = rest.isEmpty ? decimal(number) : digits(number).map(Double.init)
            guard let count, let place = scales.firstIndex(where: { unit.elementsEqual($0.unit.utf8) }), place >= next else {
                return nil
            }
            // Milliseconds are divided, not multiplied: 250ms is exactly the double 0.25.
            total += scales[place].unit == "ms" ? count / 1000 : count * scales[place].seconds
            next = place + 1
        }
        return next > 0 ? total : nil
    }

    private static func digits(_ text: some Collection<UInt8>) -> Int64? {
        guard !text.isEmpty, text.allSatisfy(isDigit) else { return nil }
        return Int64(String(decoding: text, as: UTF8.self))
    }

    /// Digits with at most one point between them, read by the standard library: the nearest double.
    private static func decimal(_ text: some Collection<UInt8>) -> Double? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { return nil }
        return Double(String(decoding: text, as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
