// The calls to ncurses, which writes the differences between two pictures to a file in memory. One thread.
internal import CCurses
internal import System

/// A screen of ncurses that writes to memory. No call waits for the terminal: ncurses itself would write until a hung terminal has
/// taken all, and it would loop on a descriptor that does not wait.
@safe final class Curses {
    private let screen: OpaquePointer
    private let output: MemoryFile
    /// The number of colours; 0 for none.
    let colours: Int

    /// Opens a screen for a type of terminal. Throws `.unknownType`, also for one that cannot move its cursor.
    init(_ type: String) throws(TerminalError) {
        let output: MemoryFile
        do throws(SystemError) { output = try MemoryFile() } catch { throw .system(error) }
        guard let screen = unsafe dicta_curses_open(type, output.descriptor) else { throw .unknownType(type) }
        unsafe self.screen = screen
        self.output = output
        colours = Int(dicta_curses_colours())
        // ncurses opens such a terminal too, and would write all lines over each other.
        guard Self.string("cup") != nil else { throw .unknownType(type) }
    }

    deinit { unsafe dicta_curses_close(screen) }

    /// A string of the terminal's description without its pauses; nil for none. No terminal of today needs a pause.
    static func string(_ name: String) -> [UInt8]? {
        guard let text = unsafe dicta_curses_string(name) else { return nil }
        var bytes: [UInt8] = []
        var rest = unsafe Array(String(cString: text).utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
                rest = rest[(end + 1)...]
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    func resize(columns: Int, rows: Int) { dicta_curses_resize(Int32(clamping: columns), Int32(clamping: rows)) }

    /// Puts a character into a cell; the scalars are its base and its combining marks.
    func put(_ scalars: [Unicode.Scalar], column: Int, row: Int, look: Int32, pair: Int32) {
        // curses keeps five in a cell, of which the last is the end.
        let text = scalars.prefix(4).map { wchar_t(bitPattern: $0.value) } + [0]
        unsafe dicta_curses_put(Int32(clamping: column), Int32(clamping: row), text, look, pair)
    }

    func pair(foreground: Int32, background: Int32) -> Int32 { dicta_curses_pair(foreground, background) }

    func forgetPairs() { dicta_curses_forget_pairs() }

    func setCursor(_ place: (column: Int, row: Int)?) {
        dicta_curses_cursor(Int32(clamping: place?.column ?? -1), Int32(clamping: place?.row ?? 0))
    }

    func redraw() { dicta_curses_redraw() }

    /// The bytes that make the terminal show what was put.
    func differences() throws(TerminalError) -> [UInt8] {
        dicta_curses_write()
        do throws(SystemError) { return try output.drain() } catch { throw .system(error) }
    }
}
