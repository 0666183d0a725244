// Reads the bytes of a terminal as keys, mouse and pasted text. Any thread; a value without I/O and without a clock.
public import Dictation
public import Drawing

/// Turns the bytes that a terminal sends into events. Sequences may come in any pieces; unknown ones are left out.
///
/// The keys of terminfo come first. The common forms of sequences are known besides: a terminal may be set to another type than it
/// is, and terminfo lacks most keys with Shift.
public struct InputDecoder: Sendable {
    /// Longest pasted text that is kept, in bytes; the rest is left out.
    static let longestPaste = 65_536

    private let known: [[UInt8]: Key]
    private let longest: Int
    private var waiting: [UInt8] = []
    /// Bytes of a paste that has begun; nil outside.
    private var paste: [UInt8]?

    /// The result of a look at the bytes that wait.
    enum Step {
        /// Some bytes are read, and are an event or nothing.
        case done(count: Int, InputEvent?)
        /// A paste begins behind these bytes.
        case paste(count: Int)
        /// More bytes are needed.
        case wait
    }

    /// Makes a decoder with the sequences of a terminal's description.
    public init(_ known: [[UInt8]: Key] = [:]) {
        self.known = known
        longest = known.keys.map(\.count).max() ?? 0
    }

    /// Takes the next bytes and gives the events that are complete.
    public mutating func take(_ bytes: [UInt8]) -> [InputEvent] {
        waiting += bytes
        var events: [InputEvent] = []
        var place = 0
        while place < waiting.count {
            if paste != nil {
                guard let (count, text) = endOfPaste(waiting[place...]) else { break }
                place += count
                if let text { events.append(.paste(text)) }
                continue
            }
            switch step(waiting[place...]) {
            case .done(let count, let event):
                place += max(1, count)
                if let event { events.append(event) }
                continue
            case .paste(let count):
                place += count
                paste = []
                continue
            case .wait: break
            }
            break
        }
        waiting.removeFirst(min(place, waiting.count))
        return events
    }

    /// Milliseconds after which `giveUp` is due if no byte comes; nil if nothing waits. A lone Escape is soon a key; the parts of a
    /// longer sequence may be apart on a slow network.
    public var patience: Int32? {
        if paste != nil { return 1000 }
        return waiting.isEmpty ? nil : waiting.count == 1 && waiting[0] == 0x1b ? 25 : 250
    }

    /// Gives what an unfinished sequence is without its end.
    public mutating func giveUp() -> [InputEvent] {
        defer { (waiting, paste) = ([], nil) }
        if let paste { return paste.isEmpty ? [] : [.paste(String(decoding: paste, as: UTF8.self))] }
        if waiting == [0x1b] { return [.key(.named(.escape))] }
        if waiting.count == 2, waiting[0] == 0x1b { return [.key(.alt(Character(Unicode.Scalar(waiting[1]))))] }
        return []
    }

    /// Moves bytes into the paste. Gives their count, and the text at its end; nil if more bytes are needed.
    private mutating func endOfPaste(_ bytes: ArraySlice<UInt8>) -> (count: Int, text: String?)? {
        let end = Array("\u{1b}[201~".utf8)
        var place = bytes.startIndex
        while let escape = bytes[place...].firstIndex(of: 0x1b) {
            let rest = bytes[escape...]
            if rest.starts(with: end) {
                keep(bytes[bytes.startIndex..<escape])
                defer { paste = nil }
                return (escape - bytes.startIndex + end.count, String(decoding: paste ?? [], as: UTF8.self))
            }
            if rest.count < end.count, end.starts(with: rest) {
                guard escape > bytes.startIndex else { return nil }
                keep(bytes[bytes.startIndex..<escape])
                return (escape - bytes.startIndex, nil)
            }
            place = escape + 1
        }
        keep(bytes)
        return (bytes.count, nil)
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        let room = Self.longestPaste - (paste?.count ?? 0)
        paste?.append(contentsOf: bytes.prefix(max(0, room)))
    }

    private func step(_ bytes: ArraySlice<UInt8>) -> Step {
        if longest > 0 {
            for count in stride(from: min(longest, bytes.count), to: 0, by: -1) {
                if let key = known[Array(bytes.prefix(count))] { return .done(count: count, .key(key)) }
            }
        }
        let first = bytes[bytes.startIndex]
        if first == 0x1b { return EscapeSequence.step(Array(bytes)) }
        if first < 0x20 || first == 0x7f { return .done(count: 1, Self.control(first).map(InputEvent.key)) }
        return Self.character(bytes).map { count, character in
            .done(count: count, character.map { .key(.character($0)) })
        } ?? .wait
    }

    /// The key of a control character; nil for one that no key has.
    static func control(_ byte: UInt8) -> Key? {
        switch byte {
        case 9: .named(.tab)
        case 13: .named(.enter)
        case 0x7f: .named(.backspace)
        case 0: .control("@")
        case 1...26: .control(Character(Unicode.Scalar(byte + 0x60)))
        case 28...31: .control(Character(Unicode.Scalar(byte + 0x40)))
        default: nil
        }
    }

    /// The character at the start of some bytes with its count of bytes; no character for bytes that are no UTF-8 or that no screen
    /// may show. Nil if more bytes are needed.
    static func character(_ bytes: ArraySlice<UInt8>) -> (count: Int, character: Character?)? {
        guard let first = bytes.first else { return nil }
        let count =
            switch first {
            case 0..<0x80: 1
            case 0xc2..<0xe0: 2
            case 0xe0..<0xf0: 3
            case 0xf0..<0xf5: 4
            default: 0
            }
        guard count > 0 else { return (1, nil) }
        let tail = bytes.dropFirst().prefix(count - 1)
        if let wrong = tail.firstIndex(where: { $0 & 0xc0 != 0x80 }) { return (wrong - bytes.startIndex, nil) }
        guard bytes.count >= count else { return nil }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        guard text.count == 1, text.unicodeScalars.first != "\u{fffd}", PrintableText.line(text) == text else {
            return (count, nil)
        }
        return (count, text.first)
    }
}
