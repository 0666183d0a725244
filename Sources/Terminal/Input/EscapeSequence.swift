// Reads the sequences that begin with Escape. Any thread; pure functions.
internal import Dictation
internal import Drawing

/// Sequences of ECMA-48 and xterm: keys with and without Shift, mouse, and the marks of pasted text.
enum EscapeSequence {
    /// The longest sequence that is waited for, in bytes.
    private static let longest = 64

    /// Reads a sequence at the start of the bytes; the first byte is Escape.
    static func step(_ bytes: [UInt8]) -> InputDecoder.Step {
        guard bytes.count > 1 else { return .wait }
        switch bytes[1] {
        case UInt8(ascii: "["): return control(bytes)
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return .wait }
            return .done(count: 3, key(final: bytes[2], modifiers: 1).map(InputEvent.key))
        case 0..<0x20, 0x7f:
            // Escape was typed right before another key.
            return .done(count: 1, .key(.named(.escape)))
        default:
            guard let (count, character) = InputDecoder.character(bytes[1...]) else { return .wait }
            return .done(count: 1 + count, character.map { .key(.alt($0)) })
        }
    }

    /// A sequence that begins with Escape and `[`.
    private static func control(_ bytes: [UInt8]) -> InputDecoder.Step {
        guard bytes.count > 2 else { return .wait }
        // The first function keys of the Linux console have a second bracket.
        if bytes[2] == UInt8(ascii: "[") {
            guard bytes.count > 3 else { return .wait }
            let number = Int(bytes[3]) - 0x40
            return .done(count: 4, (1...5).contains(number) ? .key(.function(number)) : nil)
        }
        // The old form of the mouse: three bytes behind the letter.
        if bytes[2] == UInt8(ascii: "M") {
            guard bytes.count > 5 else { return .wait }
            let place = bytes[3...5].map { Int($0) - 32 }
            return .done(count: 6, mouse(place[0], place[1], place[2], isRelease: place[0] & 3 == 3))
        }
        var end = 2
        while end < bytes.count, (0x20..<0x40).contains(bytes[end]) { end += 1 }
        guard end < bytes.count else { return bytes.count < longest ? .wait : .done(count: bytes.count, nil) }
        let final = bytes[end]
        // A byte that belongs to no sequence ends it, and is read by itself.
        guard (0x40..<0x7f).contains(final) else { return .done(count: end, nil) }
        let parameters = bytes[2..<end]
        if parameters.first == UInt8(ascii: "<") {
            let values = numbers(parameters.dropFirst())
            guard values.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else {
                return .done(count: end + 1, nil)
            }
            return .done(count: end + 1, mouse(values[0], values[1], values[2], isRelease: final == UInt8(ascii: "m")))
        }
        let values = numbers(parameters)
        if final == UInt8(ascii: "~") {
            if values.first == 200 { return .paste(count: end + 1) }
            return .done(count: end + 1, key(number: values.first ?? 0, modifiers: values.count > 1 ? values[1] : 1))
        }
        // Answers of the terminal to questions of other programs begin with one of `<=>?`.
        if let first = parameters.first, first >= 0x3c { return .done(count: end + 1, nil) }
        let key = key(final: final, modifiers: values.count > 1 ? values[1] : 1)
        return .done(count: end + 1, key.map(InputEvent.key))
    }

    /// Numbers between semicolons; one that is missing or too large is 0.
    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
        bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
            part.count < 6 ? Int(String(decoding: part, as: UTF8.self)) ?? 0 : 0
        }
    }

    /// The key of a final letter. Modifiers are 1 for none and 2 for Shift; no other has a name.
    private static func key(final: UInt8, modifiers: Int) -> Key? {
        let names: (plain: Key.Name, shifted: Key.Name?)
        switch final {
        case UInt8(ascii: "A"): names = (.up, .shiftUp)
        case UInt8(ascii: "B"): names = (.down, .shiftDown)
        case UInt8(ascii: "C"): names = (.right, .shiftRight)
        case UInt8(ascii: "D"): names = (.left, .shiftLeft)
        // rxvt has small letters for Shift.
        case UInt8(ascii: "a"): return .named(.shiftUp)
        case UInt8(ascii: "b"): return .named(.shiftDown)
        case UInt8(ascii: "c"): return .named(.shiftRight)
        case UInt8(ascii: "d"): return .named(.shiftLeft)
        case UInt8(ascii: "H"): names = (.home, nil)
        case UInt8(ascii: "F"): names = (.end, nil)
        case UInt8(ascii: "M"): names = (.enter, nil)
        case UInt8(ascii: "Z"): return .named(.shiftTab)
        case UInt8(ascii: "P")...UInt8(ascii: "S"): return modifiers == 1 ? .function(Int(final) - 0x4f) : nil
        default: return nil
        }
        return modifiers == 1 ? .named(names.plain) : modifiers == 2 ? names.shifted.map(Key.named) : nil
    }

    /// The key of a number before `~`.
    private static func key(number: Int, modifiers: Int) -> InputEvent? {
        guard modifiers == 1 else { return nil }
        switch number {
        case 1, 7: return .key(.named(.home))
        case 2: return .key(.named(.insert))
        case 3: return .key(.named(.delete))
        case 4, 8: return .key(.named(.end))
        case 5: return .key(.named(.pageUp))
        case 6: return .key(.named(.pageDown))
        case 11...15: return .key(.function(number - 10))
        case 17...21: return .key(.function(number - 11))
        case 23, 24: return .key(.function(number - 12))
        default: return nil
        }
    }

    /// The event of a mouse report. Columns and rows count from 1 in it.
    private static func mouse(_ button: Int, _ column: Int, _ row: Int, isRelease: Bool) -> InputEvent? {
        guard column > 0, row > 0 else { return nil }
        let kind: MouseEvent.Kind
        // Bits 2 to 4 are Shift, Alt and Ctrl, bit 5 a motion, bit 6 the wheel.
        switch (button & 64 != 0, button & 32 != 0, button & 3) {
        case (true, _, 0): kind = .wheelUp
        case (true, _, 1): kind = .wheelDown
        case (true, _, _): return nil
        case (false, false, 0) where !isRelease: kind = .press
        case (false, false, 2) where !isRelease: kind = .menu
        case (false, true, 0) where !isRelease: kind = .drag
        case (false, false, 0), (false, false, 3): kind = .release
        default: return nil
        }
        return .mouse(MouseEvent(kind, column: column - 1, row: row - 1))
    }
}
