// Checks of the desktop: D-Bus, systemd, pedals, the terminal. Threads of the doctor.
import Dictation
import System

extension Check {
    @Sendable static func desktop(_ patient: Patient) -> [Finding] {
        let runtime = patient.environment["XDG_RUNTIME_DIR"]
        let named = patient.environment["DBUS_SESSION_BUS_ADDRESS"]?.split(separator: ";").lazy.compactMap { address in
            address.hasPrefix("unix:path=") ? address.dropFirst(10).split(separator: ",").first.map(String.init) : nil
        }.first
        guard let path = named ?? runtime.map({ $0 + "/bus" }), File.exists(path) else {
            return [
                .note("there is no D-Bus of a session: no media keys, no notifications", "log in to a desktop, or start dbus")
            ]
        }
        guard let address = SocketAddress(unixPath: path) else { return [.problem("\(path) is too long for a socket", nil)] }
        let code = SystemError.code { () throws(SystemError) in try Socket(.unix, .stream).connect(address) }
        if let code { return [.problem("the session's D-Bus \(path): \(SystemError.reason(for: code))", "log in again")] }
        return [.ok("the session's D-Bus answers at \(path)")]
    }

    @Sendable static func service(_ patient: Patient) -> [Finding] {
        guard let systemctl = patient.program("systemctl") else { return [.ok("systemd is not used here")] }
        let words = ["--user", "--no-pager", "show", "dicta.service", "--property=LoadState,ActiveState,UnitFileState,Result"]
        guard case .ended(0, let text) = ProgramTrial.run(systemctl, words, environment: patient.environment, seconds: 4) else {
            return [.ok("systemd has no session of this user")]
        }
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2 { values[sides[0]] = sides[1] }
        }
        guard values["LoadState"] == "loaded" else { return [.ok("no service is installed; dicta starts engines itself")] }
        guard values["ActiveState"] != "failed" else {
            return [
                .problem(
                    "the service dicta has failed (\(values["Result"] ?? "unknown"))",
                    "journalctl --user -u dicta, then systemctl --user restart dicta")
            ]
        }
        return [.ok("the service dicta is \(values["ActiveState"] ?? "unknown"), \(values["UnitFileState"] ?? "unknown")")]
    }

    @Sendable static func pedals(_ patient: Patient) -> [Finding] {
        let folder = "/dev/input"
        let devices = ((try? File.names(in: folder) { $0 == UInt8(ascii: "e") }) ?? []).map { "\(folder)/\($0)" }
        let isBound = !(patient.settings?.texts(.pedal) ?? []).isEmpty
        let readable = devices.count(where: File.isReadable)
        let cure = "copy \(patient.shared("70-dicta-pedals.rules")) to /etc/udev/rules.d as root, and plug the pedal in again"
        guard isBound else {
            return [.ok("no USB pedals are learnt; \(readable) of \(devices.count) input devices are readable")]
        }
        guard readable > 0 else {
            let words = devices.isEmpty ? "no input device is there" : "this user may read none of the input devices"
            return [.problem("pedals are learnt, but \(words)", devices.isEmpty ? "plug the pedal in" : cure)]
        }
        return [.ok("pedals are learnt; \(readable) of \(devices.count) input devices are readable")]
    }

    @Sendable static func terminal(_ patient: Patient) -> [Finding] {
        var all: [Finding] = []
        if !Screen.isUnicode {
            all.append(
                .note("the locale has no UTF-8: names with other letters are shown with signs", "set LANG, such as C.UTF-8"))
        }
        if Screen.output.isTerminal {
            let (columns, rows) = (Screen.output.columns, Screen.output.rows)
            if columns < 80 || rows < 24 { all.append(.note("the window has \(columns)x\(rows) cells", "80x24 show everything")) }
            if !Screen.output.isLive { all.append(.note("TERM is '\(patient.environment["TERM"] ?? "")'", "dicta tui --plain")) }
        }
        let editor = ["VISUAL", "EDITOR"].lazy.compactMap { patient.environment[$0] }.first { !$0.isEmpty }
        let word = editor?.split(separator: " ").first.map(String.init)
        if let word, patient.program(word) == nil {
            all.append(.problem("the editor '\(word)' of VISUAL or EDITOR is missing", "install it, or name another one"))
        }
        return all.isEmpty ? [.ok(word.map { "UTF-8, editor \($0)" } ?? "UTF-8")] : all
    }

    @Sendable static func settingsFiles(_ patient: Patient) -> [Finding] {
        guard let settings = patient.settings else {
            return [.problem("a settings file cannot be read", "dicta settings tells which; correct or remove it")]
        }
        guard settings.problems.isEmpty else {
            return settings.problems.map { .problem($0, "correct the line, or remove it") }
        }
        let link = settings.text(.linkMay) ?? "off"
        return [.ok(link == "off" ? "no line is wrong" : "no line is wrong; links may \(link) (link-may)")]
    }
}
