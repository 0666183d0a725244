// A real terminal for tests: a window of a private tmux. One thread: the test's.
import Glibc

/// A terminal window of a given size, with a shell in it. Ends with this object.
public final class TmuxWindow {
    /// The folder in which the shell runs; scripts of the test go here.
    public let folder = TempFolder()
    private let environment: [String: String]
    private var runs = 0

    /// Opens the window. `environment` is added to that of all programs of the tests; the prompt is `$ `.
    public init?(columns: Int, rows: Int = 24, environment: [String: String] = [:]) {
        let standard = ["PS1": "$ ", "HOME": folder.path, "SHELL": "/bin/sh", "ENV": ""]
        self.environment = standard.merging(environment) { $1 }
        let size = ["-x", "\(columns)", "-y", "\(rows)"]
        guard tmux(["-f", "/dev/null", "new-session", "-d"] + size + ["env", "-C", folder.path, "/bin/sh"]).code == 0
        else { return nil }
        // Waits for the prompt: words typed before the shell reads would stand above it.
        _ = wait { $0 == ["$"] }
    }

    deinit { _ = tmux(["kill-server"]) }

    @discardableResult
    private func tmux(_ words: [String]) -> Finished {
        Process.run("/usr/bin/tmux", ["-u", "-S", folder.file("tmux")] + words, environment: environment)
    }

    /// Runs a line of shell in the window on a clean screen. The line itself is not shown, whatever its length. Returns once the
    /// screen is clean, so that no wait takes the old screen for the new one.
    public func run(_ line: String) {
        runs += 1
        let title = "run \(runs)"
        _ = folder.write("clear\nprintf '\\033]2;\(title)\\007'\n\(line)\n", to: "r")
        type(". ./r")
        Pause.until { tmux(["display-message", "-p", "#{pane_title}"]).output == title + "\n" }
    }

    /// Types a line and Enter.
    public func type(_ line: String) { tmux(["send-keys", "-l", line + "\r"]) }

    /// Presses a key by its name in tmux, such as `C-c`.
    public func press(_ key: String) { tmux(["send-keys", key]) }

    /// Sends bytes as the keys or the mouse of a terminal would.
    public func send(_ bytes: String) { tmux(["send-keys", "-l", bytes]) }

    /// Presses and releases the left button of the mouse in a cell, counted from 0.
    public func click(column: Int, row: Int) {
        send("\u{1b}[<0;\(column + 1);\(row + 1)M\u{1b}[<0;\(column + 1);\(row + 1)m")
    }

    /// The modes that a full-screen program sets: alternate screen, mouse, and a cursor that can be seen, as `1 1 0`.
    public var modes: String {
        tmux(["display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"]).output.filter { $0 != "\n" }
    }

    /// Process id of tmux, which reads what the programs in the window write.
    public var reader: Int32? { Int32(tmux(["display-message", "-p", "#{pid}"]).output.filter { $0 != "\n" }) }

    /// Changes the size of the window. Returns once programs see the new size, unless that is not awaited: tmux tells the terminal a
    /// quarter of a second later.
    public func resize(columns: Int, rows: Int = 24, isAwaited: Bool = true) {
        tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
        guard isAwaited else { return }
        let terminal = tmux(["display-message", "-p", "#{pane_tty}"]).output.filter { $0 != "\n" }
        Pause.until { Process.run("/usr/bin/stty", ["-F", terminal, "size"]).output == "\(rows) \(columns)\n" }
    }

    /// The lines on the screen, without empty ones at its end.
    public var lines: [String] { Self.lines(tmux(["capture-pane", "-p"]).output) }

    /// The same with the escape sequences of colours.
    public var paintedLines: [String] { Self.lines(tmux(["capture-pane", "-e", "-p"]).output) }

    /// Column of the cursor, from 0.
    public var cursorColumn: Int? {
        Int(tmux(["display-message", "-p", "#{cursor_x}"]).output.filter { $0 != "\n" })
    }

    /// Waits up to 20 seconds until the cursor is in a column, and gives its column then, or that which it has at the end.
    public func waitForCursor(_ column: Int) -> Int? {
        var last = cursorColumn
        for _ in 0..<400 where last != column {
            _ = usleep(50_000)
            last = cursorColumn
        }
        return last
    }

    private static func lines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.allSatisfy({ $0 == " " }) == true { lines.removeLast() }
        return lines
    }

    /// Waits up to a minute until the screen is as wanted, and gives its lines then, or those that it has at the end.
    public func wait(until isWanted: ([String]) -> Bool) -> [String] {
        var last = lines
        for _ in 0..<1200 where !isWanted(last) {
            _ = usleep(50_000)
            last = lines
        }
        return last
    }
}
