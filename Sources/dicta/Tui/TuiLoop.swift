// The loop of the screen. Main thread; waits by poll(2) only.
import Dictation
import Drawing
import Face
import System
import Terminal

/// Passes events between terminal, engine and the screen's state, and draws pictures: at most thirty a second, and only after
/// something happened.
final class TuiLoop {
    /// Nanoseconds between two pictures: thirty a second, with the millisecond by which poll(2) may be late.
    private static let frame: UInt64 = 32_000_000

    private let screen: TerminalScreen
    private let session: EngineSession
    private let signals: SignalDescriptor
    private var face: Face
    private var memory: ScreenMemory
    private var isChanged = true
    private var drawn = Moment(nanoseconds: 0)
    private var typed = Moment(nanoseconds: 0)
    /// The time at which the screen's state changes by itself; nil for none.
    private var tick: Double?
    private var isOver = false
    private var signal: Int32?

    init(_ screen: TerminalScreen, _ face: Face, _ session: EngineSession, _ memory: ScreenMemory) throws(TerminalError) {
        self.screen = screen
        self.face = face
        self.session = session
        self.memory = memory
        let ends = [SignalNumber.terminate, SignalNumber.interrupt, SignalNumber.hangUp].filter { !SignalNumber.isIgnored($0) }
        let others = [SignalNumber.windowChanged, SignalNumber.proceed, SignalNumber.suspend]
        do throws(SystemError) { signals = try SignalDescriptor(ends + others) } catch { throw .system(error) }
    }

    /// Runs until the user quits. Gives the signal that ended it, if one did. Throws `.gone` if the terminal went away.
    func run() throws(TerminalError) -> Int32? {
        defer { screen.giveBack() }
        try screen.take()
        try take(.input(size))
        try take(.memory(memory.values))
        try draw()
        while !isOver {
            try take(session.turn())
            try draw()
            wait()
            try readSignals()
            try readInput()
            if let tick, tick <= seconds {
                self.tick = nil
                isChanged = true
                try perform(face.tick(at: seconds))
            }
        }
        return signal
    }

    // MARK: Time

    /// Seconds of the clock that the screen's state is told.
    private var seconds: Double { Double(Moment.now.nanoseconds) / 1e9 }

    private func wait() {
        guard !isOver, !session.hasNews else { return }
        let now = Moment.now
        let next = Moment(nanoseconds: drawn.nanoseconds + Self.frame)
        var due = session.nextTime
        if isChanged, !screen.isBusy { due = min(due, next) }
        // Messages of the engine are read just before the next picture, all at once.
        let listens = session.awaitsAnswers || next <= now
        if !listens { due = min(due, next) }
        if let patience = screen.patience { due = min(due, typed.later(milliseconds: Int(patience))) }
        tick = face.nextTime(after: seconds)
        if let tick { due = min(due, now.later(seconds: max(0, tick - seconds))) }
        let rest = due > now ? Int32(clamping: (due.nanoseconds - now.nanoseconds) / 1_000_000 + 1) : 0
        var entries = [PollEntry(screen.descriptor, writes: screen.isBusy), PollEntry(signals.descriptor)]
        if listens, let entry = session.entry { entries.append(entry) }
        // A signal without a descriptor ends the wait early: the round looks at everything anyhow.
        _ = try? Poll.wait(entries, milliseconds: rest)
    }

    // MARK: Input

    private var size: InputEvent {
        let window = screen.window
        return .resize(columns: window.columns, rows: window.rows)
    }

    private func readInput() throws(TerminalError) {
        let events = try screen.events()
        if !events.isEmpty { typed = .now }
        for event in events { try take(.input(event)) }
        if let patience = screen.patience, typed.later(milliseconds: Int(patience)) <= .now {
            for event in screen.lateEvents() { try take(.input(event)) }
        } else if screen.patience == nil {
            typed = .now
        }
    }

    private func readSignals() throws(TerminalError) {
        var isResized = false
        while let number = signals.take() {
            switch number {
            case SignalNumber.windowChanged: isResized = true
            case SignalNumber.suspend: try suspend()
            case SignalNumber.proceed: try takeAgain()
            default:
                signal = number
                isOver = true
            }
        }
        if isResized { try take(.input(size)) }
    }

    private func suspend() throws(TerminalError) {
        screen.giveBack()
        SignalNumber.suspendJob()
        try takeAgain()
    }

    /// Takes the terminal after a stop: another program may have used it, and the window may have another size.
    private func takeAgain() throws(TerminalError) {
        try screen.take()
        try take(.input(size))
    }

    // MARK: Events and commands

    private func take(_ events: [FaceEvent]) throws(TerminalError) {
        guard !events.isEmpty else { return }
        isChanged = true
        try perform(face.take(events, at: seconds))
    }

    private func take(_ event: FaceEvent) throws(TerminalError) { try take([event]) }

    private func perform(_ commands: [FaceCommand]) throws(TerminalError) {
        for command in commands {
            switch command {
            case .ask(let ticket, let request): session.ask(typed(request), ticket: ticket)
            case .follow(let topics): session.follow(topics)
            case .remember(let values): memory.store(values)
            case .suspend: try suspend()
            case .redraw: screen.redraw()
            case .startEngine: session.startEngine()
            case .quit: isOver = true
            }
        }
    }

    /// A request with the paths that the engine must get: an engine on another machine has paths of its own.
    private func typed(_ request: Request) -> Request {
        session.isRemote ? request : TypedPaths.absolute(request, home: session.home)
    }

    // MARK: Pictures

    private func draw() throws(TerminalError) {
        if screen.isBusy { try screen.flush() }
        guard isChanged, !screen.isBusy, Moment.now.nanoseconds >= drawn.nanoseconds + Self.frame else { return }
        drawn = .now
        isChanged = false
        let picture = face.picture(at: seconds)
        try screen.draw(picture.canvas, picture.palette)
    }
}
