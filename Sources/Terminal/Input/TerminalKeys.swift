// The keys of a terminal's description. One thread, while a screen of ncurses is open.
internal import Dictation

extension InputDecoder {
    /// Names of keys in terminfo.
    private static let names: [(String, Key)] =
        [
            ("kcuu1", .named(.up)), ("kcud1", .named(.down)), ("kcub1", .named(.left)), ("kcuf1", .named(.right)),
            ("khome", .named(.home)), ("kend", .named(.end)), ("kent", .named(.enter)), ("kcbt", .named(.shiftTab)),
            ("kbs", .named(.backspace)), ("kdch1", .named(.delete)), ("kich1", .named(.insert)),
            ("kpp", .named(.pageUp)), ("knp", .named(.pageDown)), ("kri", .named(.shiftUp)), ("kind", .named(.shiftDown)),
            ("kLFT", .named(.shiftLeft)), ("kRIT", .named(.shiftRight)),
        ] + (1...12).map { ("kf\($0)", .function($0)) }

    /// The sequences of the terminal whose screen is open.
    static func keysOfTerminal() -> [[UInt8]: Key] {
        var keys: [[UInt8]: Key] = [:]
        for (name, key) in names {
            guard let sequence = Curses.string(name), !sequence.isEmpty, sequence != [0x1b] else { continue }
            keys[sequence] = key
        }
        return keys
    }
}
