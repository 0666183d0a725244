// Starts a JACK server by the setting `jack-command`. Main thread, before any other is started.
internal import Dictation
internal import JackClient
internal import Messages
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
            EngineLog.say(.warning, .jack, LogText(plain: Self.hint(environment).english))
            return nil
        }
        let words = ["-c", line + "\nexit $?"]
        var shell = ChildProgram("/bin/sh", words, environment: ThisProcess.environment)
        if environment("INVOCATION_ID") != nil { shell.arguments = ["/bin/sh", "-c", Self.apart, "/bin/sh"] + words }
        (shell.input, shell.group) = (.nothing, .session)
        EngineLog.say(.info, .jack, "no JACK server runs; starting one: \(line)")
        guard let trouble = wait(for: shell) else { return nil }
        let stand = trouble.words(of: LogText.placeholder).english
        EngineLog.say(.warning, .jack, LogText(private: trouble.words(of: line).english, as: stand))
        let hint = tr("(its messages are in the engine's log; another command: dicta set jack-command COMMAND)")
        return trouble.words(of: line).text + "  " + hint
    }

    /// A script that runs a shell in a scope of systemd: all that is left in the engine's own unit is ended with the engine. The process
    /// stays the same one. Where the user's systemd makes no scopes, the shell runs in the unit.
    private static let apart = """
        if systemd-run --user --scope --quiet true 2>/dev/null
        then exec systemd-run --user --scope --quiet --collect --description="JACK server started by Dicta" -- "$0" "$@"
        else exec "$0" "$@"
        fi
        """

    /// Why the command started no server.
    private enum Trouble {
        case exit(Int32)
        case signal(Int32)
        case slow
        case vain
        case refused(SystemError)

        /// The reason as a sentence with the command line.
        func words(of line: String) -> Message {
            switch self {
            case .exit(let code): "no JACK server runs: the command of jack-command ended with exit code \(code): \(line)"
            case .signal(let number):
                "no JACK server runs: the command of jack-command was ended by signal \(number): \(line)"
            case .slow: "no JACK server runs: the command of jack-command has started none yet: \(line)"
            case .vain:
                "no JACK server runs: the command of jack-command ended, and none came within five seconds: \(line)"
            case .refused(let error):
                "no JACK server runs: the command of jack-command cannot be started (\(error)): \(line)"
            }
        }
    }

    /// Starts the shell and waits for a server. Gives the reason if none came; nil if one did.
    private func wait(for shell: ChildProgram) -> Trouble? {
        do throws(SystemError) {
            let child = try shell.start()
            var end: ProcessEnd?
            for _ in 0..<Self.patience {
                if Self.isThere { return nil }
                if end == nil { end = try ProcessEnd.look(at: child) }
                switch end {
                case nil, .exit(0): ThisProcess.sleep(milliseconds: 50)
                case .exit(let code): return Self.isThere ? nil : .exit(code)
                case .signal(let number): return Self.isThere ? nil : .signal(number)
                }
            }
            return end == nil ? .slow : .vain
        } catch {
            return .refused(error)
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
    static func hint(_ environment: (String) -> String?, isPipeWire: Bool = JackInstallation.isPipeWire) -> Message {
        guard !isPipeWire else {
            return "PipeWire does not run, and this engine works with its JACK; start it: systemctl --user start pipewire"
                + "  (another server: dicta quit, then dicta start --jack jackd)"
        }
        if let card = JackInstallation.cards(environment).first {
            return "no JACK server runs; start one for the sound card: jackd -d alsa -d hw:\(card)"
                + "  (by the engine itself: dicta set jack-command auto)"
        }
        return "no JACK server runs, and there is no sound card; start a server without one, at which nothing is heard:"
            + " jackd -d dummy"
    }
}
