// The screen as lines, for screen readers and pipes. Main thread; waits by poll(2) only.
import Dictation
import Face
import Messages
import System

/// Reads a key a line and prints a sentence for each change. No escape sequence is written and no mode of the terminal is changed.
struct PlainLoop {
    private let session: EngineSession
    private let keys: PlainKeys
    private let isTerminal = ThisProcess.isTerminal(File.standardInput)
    private var report = PlainReport()
    private var input: [UInt8] = []
    private var ticket = 0
    private var isOver = false

    init(_ session: EngineSession, keys: String?) {
        self.session = session
        self.keys = PlainKeys(keys)
    }

    /// Runs until the user quits, or until the input ends.
    mutating func run() throws(DictaError) {
        session.follow(PlainReport.topics)
        try prompt()
        while !isOver {
            for event in session.turn() { try say(report.sentences(event)) }
            guard !isOver, !session.hasNews else { continue }
            let (now, due) = (Moment.now, session.nextTime)
            let rest = due > now ? Int32(clamping: (due.nanoseconds - now.nanoseconds) / 1_000_000 + 1) : 0
            let entries = [PollEntry(File.standardInput)] + (session.entry.map { [$0] } ?? [])
            _ = try? Poll.wait(entries, milliseconds: rest)
            if Poll.wait(reading: [File.standardInput], milliseconds: 0) { try read() }
        }
    }

    private mutating func read() throws(DictaError) {
        // The end of the input is the end of the user.
        guard let bytes = try? File.readSome(File.standardInput, atMost: 4096), !bytes.isEmpty else {
            isOver = true
            return
        }
        // A line without an end must not fill the memory.
        input = Array((input + bytes).suffix(65_536))
        while !isOver, let end = input.firstIndex(of: 10) {
            let line = String(decoding: input[..<end], as: UTF8.self)
            input.removeFirst(end + 1)
            try take(line)
        }
    }

    private mutating func take(_ line: String) throws(DictaError) {
        switch keys.meaning(of: line, report) {
        case .ask(let requests):
            for request in requests {
                ticket += 1
                session.ask(request, ticket: ticket)
            }
        case .help: try say(keys.help)
        case .summary: try say(report.summarise())
        case .startEngine: session.startEngine()
        case .quit: isOver = true
        case .none(let words): try say([words + "."])
        }
        if !isOver { try prompt() }
    }

    private func prompt() throws(DictaError) { if isTerminal { try Output.standard(tr("Key (? for all):") + " ") } }

    private func say(_ lines: [String]) throws(DictaError) {
        for line in lines { try Output.standard(PrintableText.line(line) + "\n") }
    }
}
