// The screen of dicta in a real terminal. One thread: the test's.
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

/// A window in which `dicta tui` runs, with the process id of the screen.
final class TuiWindow {
    let window: TmuxWindow
    private let line: String

    /// Opens a window for an engine; `words` follow `dicta`, `variables` stand before it as in a shell.
    init(
        _ words: String, columns: Int = 80, rows: Int = 24, variables: String = "", environment: [String: String] = [:]
    ) throws {
        let window = TmuxWindow(columns: columns, rows: rows, environment: environment)
        self.window = try #require(window, "no tmux")
        line = "\(variables) sh -c 'echo $$ > pid; exec \(Programs.path("dicta")) \(words)'"
    }

    /// Opens a window for the engine of a fixture.
    convenience init(_ engine: EngineProcess, columns: Int = 80, rows: Int = 24, variables: String = "") throws {
        try self.init("--no-start --socket \(engine.socket) tui", columns: columns, rows: rows, variables: variables)
    }

    deinit {
        // A screen that hangs would keep its shell.
        if let pid { _ = kill(pid, SIGKILL) }
    }

    /// Process id of the screen.
    var pid: pid_t? { Files.read(window.folder.file("pid")).flatMap { pid_t($0.filter { $0 != "\n" }) } }

    /// Starts the screen and waits until it shows what is wanted.
    @discardableResult
    func start(_ isWanted: @escaping ([String]) -> Bool = { TuiWindow.has("STOPPED", $0) }) -> [String] {
        window.run("stty -g > before; \(line)")
        return window.wait(until: isWanted)
    }

    /// Waits for a word in the first line of the screen, and gives the lines then.
    @discardableResult
    func wait(for word: String) -> [String] { window.wait { Self.has(word, $0) } }

    /// Tells if the first line has a word.
    static func has(_ word: String, _ lines: [String]) -> Bool { lines.first?.contains(word) == true }

    /// Waits for the prompt of the shell, and then until the terminal has the modes from before. Gives the differences; empty for
    /// none. A guardian that is woken at the end of the screen may come after the prompt.
    func differences() -> String {
        _ = window.wait { $0.contains { $0.hasPrefix("$") } || $0.last?.hasPrefix("$") == true }
        var found = ""
        for _ in 0..<100 {
            window.run("stty -g > after; true")
            _ = window.wait { $0 == ["$"] }
            let (before, after) = (Files.read(window.folder.file("before")), Files.read(window.folder.file("after")))
            let modes = window.modes
            found = (before == after ? "" : "stty \(before ?? "") \(after ?? "")") + (modes == "0 0 1" ? "" : " modes \(modes)")
            if found.isEmpty { break }
            _ = usleep(50_000)
        }
        return found
    }
}
