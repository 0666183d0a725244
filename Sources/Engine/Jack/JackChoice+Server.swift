// Starts a JACK server by the setting `jack-command`. Main thread, before any other is started.
internal import Dictation
internal import JackClient
internal import System

extension JackChoice {
    /// The value of the setting that stands for jackd with the first sound card.
    private static let automatic = "auto"
    /// Longest wait for the server in steps of 50 ms. A sound card that needs longer is found later, as any server is.
    private static let patience = 100

    /// Starts the server by the setting, if there is none, and waits until it answers. Gives a sentence for the user if no server
    /// runs after that; nil if one runs, or if there was nothing to start.
    ///
    /// The server has a session of its own and keeps running after the engine: other programs may use it. The shell stays its
    /// parent, since libjack takes a jackd that has ended for one that runs until its parent has read its exit code. A line that
    /// ends in `&` leaves the server running behind a shell that has ended: exit code 0 does not end the wait.
    public func startServer() -> String? {
        guard let command, !JackInstallation.isPipeWire, kind == .jackd, !Self.isThere else { return nil }
        guard let line = line(command) else {
            EngineLog.say(.warning, .jack, LogText(plain: Self.hint(environment)))
            return nil
        }
        var shell = ChildProgram("/bin/sh", ["-c", line + "\nexit $?"], environment: ThisProcess.environment)
        (shell.input, shell.group) = (.nothing, .session)
        EngineLog.say(.info, .jack, "no JACK server runs; starting one: \(line)")
        guard let trouble = wait(for: shell) else { return nil }
        let words = "no JACK server runs: the command of jack-command \(trouble): \(line)"
        EngineLog.say(.warning, .jack, "no JACK server runs: the command of jack-command \(plain: trouble): \(line)")
        return words + "  (its messages are in the engine's log; another command: dicta set jack-command COMMAND)"
    }

    /// Starts the shell and waits for a server. Gives the predicate of a sentence about the command if none came; nil if one did.
    private func wait(for shell: ChildProgram) -> String? {
        do throws(SystemError) {
            let child = try shell.start()
            var end: ProcessEnd?
            for _ in 0..<Self.patience {
                if Self.isThere { return nil }
                if end == nil { end = try ProcessEnd.look(at: child) }
                switch end {
                case nil, .exit(0): ThisProcess.sleep(milliseconds: 50)
                case .exit(let code): return Self.isThere ? nil : "ended with exit code \(code)"
                case .signal(let number): return Self.isThere ? nil : "was ended by signal \(number)"
                }
            }
            return end == nil ? "has started none yet" : "ended, and none came within five seconds"
        } catch {
            return "cannot be started (\(error))"
        }
    }

    private static var isThere: Bool { JackInstallation.jackd(JackInstallation.serverName) != nil }

    /// The line for the shell; nil for `auto` without a sound card.
    private func line(_ command: String) -> String? {
        guard command == Self.automatic else { return command }
        let name = environment("JACK_DEFAULT_SERVER").flatMap { $0.isEmpty ? nil : " -n '\($0)'" } ?? ""
        return JackInstallation.cards(environment).first.map { "jackd\(name) -d alsa -d hw:\($0)" }
    }

    /// The sentence for a user whose engine finds no server: the command that starts one.
    static func hint(_ environment: (String) -> String?, isPipeWire: Bool = JackInstallation.isPipeWire) -> String {
        guard !isPipeWire else {
            return "PipeWire does not run, and this engine works with its JACK; start it: systemctl --user start pipewire"
                + "  (another server: dicta quit, then dicta start --jack jackd)"
        }
        if let card = JackInstallation.cards(environment).first {
            return "no JACK server runs; start one for the sound card: jackd -d alsa -d hw:\(card)"
                + "  (by the engine itself: dicta set jack-command auto)"
        }
        return "no JACK server runs, and there is no sound card: nothing will be heard; a server without a card: jackd -d dummy"
    }
}
