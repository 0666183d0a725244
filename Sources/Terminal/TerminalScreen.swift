// A terminal in full-screen mode. Main thread; no call waits for the terminal, but for a second at most when it is given back.
public import Drawing
internal import System

/// The terminal of the user while a screen is shown. It is given back by `giveBack`, and by `TerminalGuard` whatever ends the
/// process.
///
/// ncurses finds the differences between two pictures and writes them to memory; this type writes them to the terminal as far as
/// it takes them. While a part of a picture waits, the next ones are left out: a terminal that does not read costs the bytes of
/// one picture, and whoever draws goes on with other work.
public final class TerminalScreen {
    /// The descriptor of the terminal, to poll for reading, and for writing while `isBusy`.
    public let descriptor: Int32
    /// Number of colours in use; 0 for none.
    public let colours: Int
    /// The count of bytes written so far, for measurements.
    public private(set) var bytes = 0

    private let curses: Curses
    private let modes: TerminalModes
    private var watch: TerminalGuard
    private var pens: Pens
    private var decoder: InputDecoder
    private let isUnicode: Bool
    private var waiting: ArraySlice<UInt8> = []
    private var last: Canvas?
    private var size = (columns: 0, rows: 0)
    private var isTaken = false

    /// Finds the terminal of the standard streams; `take` shows the screen. The type is that of TERM. Without `isColoured`, looks
    /// are attributes only. Without `isUnicode`, characters beyond ASCII become question marks.
    ///
    /// Throws `.noTerminal`, `.noType` and `.unknownType`. Before any other thread is started: it forks.
    public init(type: String?, isColoured: Bool, isUnicode: Bool) throws(TerminalError) {
        let (input, output) = (File.standardInput, File.standardOutput)
        guard ThisProcess.isTerminal(input), ThisProcess.isTerminal(output) else { throw .noTerminal }
        guard let type, !type.isEmpty else { throw .noType }
        curses = try Curses(type)
        modes = TerminalModes()
        colours = isColoured ? curses.colours : 0
        pens = Pens(colours: colours)
        decoder = InputDecoder(InputDecoder.keysOfTerminal())
        self.isUnicode = isUnicode
        do throws(SystemError) {
            descriptor = try TerminalDevice.reopen(input)
            watch = try TerminalGuard(descriptor, farewell: [TerminalModes.cancel] + modes.farewell)
        } catch { throw .system(error) }
    }

    deinit {
        giveBack()
        File.close(descriptor)
    }

    /// Columns and rows of the window. A terminal that does not know its size has 80 x 24.
    public var window: (columns: Int, rows: Int) {
        guard let size = TerminalWindow.size(of: descriptor), size.rows > 0 else { return (80, 24) }
        return (min(size.columns, 1000), min(size.rows, 1000))
    }

    /// True while a part of a picture waits for the terminal to take it.
    public var isBusy: Bool { !waiting.isEmpty }

    /// Shows the screen: at the start, and again after `giveBack`.
    public func take() throws(TerminalError) {
        do throws(SystemError) { try watch.take() } catch { throw .system(error) }
        isTaken = true
        waiting += modes.greeting
        curses.redraw()
        last = nil
        try flush()
    }

    /// Gives the terminal back as it was. A terminal that does not read is waited for half a second.
    public func giveBack() {
        guard isTaken else { return }
        isTaken = false
        drain(milliseconds: 500)
        waiting = (waiting.isEmpty ? [] : [TerminalModes.cancel]) + modes.farewell
        drain(milliseconds: 500)
        waiting = []
        watch.giveBack()
    }

    /// Has everything drawn again, as after another program wrote to the terminal.
    public func redraw() {
        curses.redraw()
        last = nil
    }

    /// Draws a picture. Returns false, and draws nothing, while a part of an earlier one waits.
    @discardableResult
    public func draw(_ canvas: Canvas, _ palette: Palette) throws(TerminalError) -> Bool {
        try flush()
        guard !isBusy else { return false }
        let now = window
        if now != size {
            size = now
            curses.resize(columns: now.columns, rows: now.rows)
            last = nil
        }
        if pens.adopt(palette, curses) { last = nil }
        curses.setCursor(canvas.cursor.flatMap { $0.column < size.columns && $0.row < size.rows ? $0 : nil })
        let places = canvas.changes(since: last).filter { $0.column < size.columns && $0.row < size.rows }
        let first = pass(places, canvas)
        for place in first { put(canvas[place.column, place.row], canvas, place.column, place.row) }
        if !first.isEmpty { waiting += try curses.differences() }
        for place in places { put(canvas[place.column, place.row], canvas, place.column, place.row) }
        last = canvas
        waiting += try curses.differences()
        try flush()
        return true
    }

    /// Writes what waits, as far as the terminal takes it. Throws `.gone`.
    public func flush() throws(TerminalError) {
        while !waiting.isEmpty {
            let count: Int
            do throws(SystemError) { count = try TerminalDevice.writeSome(descriptor, waiting) } catch { throw .gone }
            guard count > 0 else { return }
            waiting = waiting.dropFirst(count)
            bytes += count
        }
    }

    private func drain(milliseconds: Int) {
        let end = Moment.now.later(milliseconds: milliseconds)
        while (try? flush()) != nil, isBusy, Moment.now < end {
            _ = try? Poll.wait([PollEntry(descriptor, reads: false, writes: true)], milliseconds: 50)
        }
    }

    // MARK: Input

    /// The input that has come, without waiting. Throws `.gone`.
    public func events() throws(TerminalError) -> [InputEvent] {
        var events: [InputEvent] = []
        // Few pieces in a row: a paste without an end must not keep the program from its other work.
        for _ in 0..<4 {
            let piece: [UInt8]?
            do throws(SystemError) { piece = try TerminalDevice.readSome(descriptor, atMost: 4096) } catch { throw .gone }
            guard let piece else { break }
            events += decoder.take(piece)
        }
        return events
    }

    /// Milliseconds after which `lateEvents` is due if no input comes; nil if it need not be called.
    public var patience: Int32? { decoder.patience }

    /// The input that waited for more bytes in vain, such as a lone Escape.
    public func lateEvents() -> [InputEvent] { decoder.giveUp() }

    // MARK: Cells

    /// The changed cells that are written before all others: those of the most frequent look, if they stand in many rows.
    ///
    /// ncurses writes row by row, and a change of colours takes twenty bytes. A playhead that moves changes two cells of each row,
    /// in different colours: in two passes it takes half the bytes.
    private func pass(_ places: [(column: Int, row: Int)], _ canvas: Canvas) -> [(column: Int, row: Int)] {
        // A new picture has long stretches of one look, and whatever is wide is written as a whole.
        guard places.count <= 4 * size.rows, !places.contains(where: { canvas[$0.column, $0.row].isTail }) else { return [] }
        let groups = Dictionary(grouping: places) { canvas[$0.column, $0.row].style }
        guard groups.count > 1, let largest = groups.values.max(by: { Self.rows($0) < Self.rows($1) }), Self.rows(largest) >= 4
        else { return [] }
        return largest
    }

    private static func rows(_ places: [(column: Int, row: Int)]) -> Int { Set(places.map(\.row)).count }

    private func put(_ cell: Cell, _ canvas: Canvas, _ column: Int, _ row: Int) {
        let isWide = column + 1 < canvas.columns && canvas[column + 1, row].isTail
        guard !cell.isTail else {
            // The second cell of a wide character belongs to the first one. Without a first one it is a blank.
            if column == 0 || canvas[column - 1, row].isTail { put([" "], cell.style, column, row) }
            return
        }
        var scalars = cell.scalars
        let isASCII = scalars.count == 1 && scalars[0].isASCII
        let isSign = scalars.count == 1 && scalars[0].isSign
        let width = isSign ? 1 : CellWidth.of(cell.character.map(String.init) ?? "")
        let base = isSign ? 1 : CellWidth.of(String(scalars[0]))
        guard isUnicode || isASCII, base > 0, width == (isWide ? 2 : 1) else {
            // Each cell gets one character, whatever happens: a character that takes another width moves all behind it.
            put([isASCII ? scalars[0] : "?"], cell.style, column, row)
            if isWide { put([" "], cell.style, column + 1, row) }
            return
        }
        if isWide, base == 1 {
            // The two letters of a flag stand side by side.
            put([scalars[0]], cell.style, column, row)
            put([scalars.count > 1 ? scalars[1] : " "], cell.style, column + 1, row)
            return
        }
        if isWide, column + 1 >= size.columns { scalars = [" "] }
        put(scalars, cell.style, column, row)
    }

    private func put(_ scalars: [Unicode.Scalar], _ style: Style, _ column: Int, _ row: Int) {
        let pen = pens.pen(style, curses)
        curses.put(scalars, column: column, row: row, look: pen.look, pair: pen.pair)
    }
}
