// The keys of a person in the tour. One thread; reads the terminal.
import System

/// Reads single keys: Enter and space go on, q ends. Each arrives at once and is not shown; Ctrl-C stays a signal.
final class TourKeys {
    /// The meaning of a key.
    enum Key { case goOn, quit }

    private let before: TerminalMode

    /// Nil where the standard input is no terminal.
    init?() {
        guard let mode = try? TerminalMode(of: File.standardInput) else { return nil }
        before = mode
    }

    /// Takes the terminal. A shell that has stopped this program and lets it go on may have set modes of its own.
    func take() { set(before.forSingleKeys) }

    /// Gives the terminal back as it was.
    func giveBack() { set(before) }

    /// A terminal that is gone has no modes any more: the next read tells.
    private func set(_ mode: TerminalMode) {
        // The system would stop a background job that sets them.
        if isMine { try? mode.set(on: File.standardInput) }
    }

    private var isMine: Bool { ThisProcess.isInForeground(of: File.standardInput) }

    /// The key that is pressed within some milliseconds; nil for none, and early after a signal. A background job gets no keys.
    func next(milliseconds: Int32) -> Key? {
        guard isMine else {
            ThisProcess.sleep(milliseconds: Int(milliseconds))
            return nil
        }
        guard Poll.wait(reading: [File.standardInput], milliseconds: milliseconds) else { return nil }
        let bytes = read()
        // Ctrl-D, and the end of the input.
        if bytes.isEmpty || bytes.contains(4) { return .quit }
        if !bytes.isDisjoint(with: Array("qQ".utf8)) { return .quit }
        return bytes.isDisjoint(with: Array("\r\n ".utf8)) ? nil : .goOn
    }

    /// Drops what was typed before there was something to answer. True if one of the keys ends the tour.
    func drop() -> Bool {
        while let key = next(milliseconds: 0) { if key == .quit { return true } }
        return false
    }

    /// The line that is typed; nil at the end of the input. `attend` is called all the while.
    func line(_ attend: () throws(TourEnd) -> Void) throws(TourEnd) -> String? {
        giveBack()
        defer { take() }
        var text: [UInt8] = []
        while true {
            try attend()
            guard isMine, Poll.wait(reading: [File.standardInput], milliseconds: 100) else { continue }
            let bytes = read()
            guard !bytes.isEmpty else { return nil }
            text += bytes
            // The terminal gives whole lines.
            guard text.last == UInt8(ascii: "\n") || text.count > 4096 else { continue }
            return String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace }
        }
    }

    /// Bytes that have come; none at the end of the input, and from a terminal that is gone.
    private func read() -> [UInt8] { (try? File.readSome(File.standardInput, atMost: 4096)) ?? [] }
}

extension [UInt8] {
    fileprivate func isDisjoint(with others: [UInt8]) -> Bool { !contains { others.contains($0) } }
}
