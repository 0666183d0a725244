// Shows long tables through the user's pager. One thread; waits for the pager's end.
import System

/// The program that scrolls text which is longer than the window: `$PAGER`, or `less` that ends by itself if the text is short.
enum Pager {
    /// Shows the text. False if it fits the window, or if there is no pager: then the text is to be printed.
    static func show(_ bytes: [UInt8]) -> Bool {
        let screen = Screen.output
        guard screen.isLive, bytes.count(where: { $0 == UInt8(ascii: "\n") }) >= screen.rows, let line, let pipe = try? Pipe()
        else { return false }
        var child = ChildProgram("/bin/sh", ["-c", line], environment: ThisProcess.environment)
        child.input = .descriptor(pipe.reading)
        // Ctrl-C is for the pager: less goes back to its prompt.
        SignalNumber.ignore(SignalNumber.interrupt)
        guard let pid = try? child.start() else {
            File.close(pipe.reading)
            File.close(pipe.writing)
            return false
        }
        File.close(pipe.reading)
        // A pager that the user has left takes no more: that is no error.
        try? File.write(pipe.writing, bytes)
        File.close(pipe.writing)
        // The shell says so when it cannot find the program.
        return ![.exit(126), .exit(127)].contains(ProcessEnd.wait(for: pid))
    }

    /// The line for the shell; nil for no pager.
    private static var line: String? {
        if let own = ThisProcess.variable("PAGER") { return own.isEmpty || own == "cat" ? nil : own }
        let folders = (ThisProcess.variable("PATH") ?? "").split(separator: ":")
        return folders.contains { File.isExecutable("\($0)/less") } ? "less -FRX" : nil
    }
}
