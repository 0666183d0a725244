// Notifications of the desktop. One thread; waits briefly for a program.
import Dictation
import System

/// Shows a line on the desktop where no terminal does: a link that is clicked has none.
enum Notification {
    /// Seconds that the program has to hand the line over.
    private static let patience = 3.0

    /// Shows the words if standard error is no terminal and notify-send is installed.
    static func show(_ words: String, environment: [String: String]) {
        guard !Screen.errors.isTerminal, environment["DBUS_SESSION_BUS_ADDRESS"] != nil || environment["XDG_RUNTIME_DIR"] != nil
        else { return }
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/notify-send" }
        guard let program = folders.first(where: File.isExecutable) else { return }
        // The answer is printed too, so a desktop without notifications loses nothing.
        let text = PrintableText.markup(words)
        _ = ProgramTrial.run(program, ["--app-name=Dicta", "--", "Dicta", text], environment: environment, seconds: patience)
    }
}
