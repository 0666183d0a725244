// Checks of the desktop: D-Bus, systemd, pedals, the terminal. Threads of the doctor.
import Dictation
import Messages
import System

extension Check {
    @Sendable static func desktop(_ patient: Patient) -> [Finding] {
        let runtime = patient.environment["XDG_RUNTIME_DIR"]
        let named = patient.environment["DBUS_SESSION_BUS_ADDRESS"]?.split(separator: ";").lazy.compactMap { address in
            address.hasPrefix("unix:path=") ? address.dropFirst(10).split(separator: ",").first.map(String.init) : nil
        }.first
        guard let path = named ?? runtime.map({ $0 + "/bus" }), File.exists(path) else {
            return [
                .note(
                    tr("there is no session D-Bus: no media keys, no notifications"),
                    tr("log in to a desktop, or start dbus"))
            ]
        }
        guard let address = SocketAddress(unixPath: path) else { return [.problem(tr("\(path) is too long for a socket"), nil)] }
        let code = SystemError.code { () throws(SystemError) in try Socket(.unix, .stream).connect(address) }
        if let code {
            let reason = SystemError.reason(for: code)
            return [.problem(tr("the session's D-Bus \(path): \(reason)"), tr("log in again"))]
        }
        return [.ok(tr("the session's D-Bus answers at \(path)"))]
    }

    @Sendable static func service(_ patient: Patient) -> [Finding] {
        guard let systemctl = patient.program("systemctl") else { return [.ok(tr("systemd is not used here"))] }
        let words = ["--user", "--no-pager", "show", "dicta.service", "--property=LoadState,ActiveState,UnitFileState,Result"]
        guard case .ended(0, let text) = ProgramTrial.run(systemctl, words, environment: patient.environment, seconds: 4) else {
            return [.ok(tr("systemd has no session of this user"))]
        }
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2 { values[sides[0]] = sides[1] }
        }
        guard values["LoadState"] == "loaded" else { return [.ok(tr("no service is installed; dicta starts engines itself"))] }
        guard values["ActiveState"] != "failed" else {
            let result = values["Result"].map(String.init) ?? tr("unknown")
            return [
                .problem(
                    tr("the service dicta has failed (\(result))"),
                    tr("journalctl --user -u dicta, then systemctl --user restart dicta"))
            ]
        }
        let state = values["ActiveState"].map(String.init) ?? tr("unknown")
        let start = values["UnitFileState"].map(String.init) ?? tr("unknown")
        return [.ok(tr("the service dicta is \(state), \(start)"))]
    }

    @Sendable static func pedals(_ patient: Patient) -> [Finding] {
        let folder = "/dev/input"
        let devices = ((try? File.names(in: folder) { $0 == UInt8(ascii: "e") }) ?? []).map { "\(folder)/\($0)" }
        let isBound = !(patient.settings?.texts(.pedal) ?? []).isEmpty
        let readable = devices.count(where: File.isReadable)
        let count = devices.count
        guard isBound else {
            return [
                .ok(
                    tr(
                        count, "no USB pedals are learnt; \(readable) of \(count) input devices are readable",
                        "no USB pedals are learnt; \(readable) of \(count) input devices are readable"))
            ]
        }
        guard count > 0 else {
            return [.problem(tr("pedals are learnt, but no input device is there"), tr("plug the pedal in"))]
        }
        guard readable > 0 else {
            let rules = patient.shared("70-dicta-pedals.rules")
            return [
                .problem(
                    tr("pedals are learnt, but this user may read none of the input devices"),
                    tr("copy \(rules) to /etc/udev/rules.d as root, and plug the pedal in again"))
            ]
        }
        return [
            .ok(
                tr(
                    count, "pedals are learnt; \(readable) of \(count) input devices are readable",
                    "pedals are learnt; \(readable) of \(count) input devices are readable"))
        ]
    }

    @Sendable static func terminal(_ patient: Patient) -> [Finding] {
        var all: [Finding] = []
        if !Screen.isUnicode {
            all.append(
                .note(
                    tr("the locale has no UTF-8: letters that it lacks are shown as question marks"),
                    tr("set LANG, such as C.UTF-8"))
            )
        }
        if Screen.output.isTerminal {
            let (columns, rows) = (Screen.output.columns, Screen.output.rows)
            if columns < 80 || rows < 24 {
                all.append(.note(tr("the window has \(columns)x\(rows) cells"), tr("a window of 80x24 cells shows everything")))
            }
            let type = patient.environment["TERM"] ?? ""
            if !Screen.output.isLive { all.append(.note(tr("TERM is '\(type)'"), "dicta tui --plain")) }
        }
        let editor = ["VISUAL", "EDITOR"].lazy.compactMap { patient.environment[$0] }.first { !$0.isEmpty }
        let word = editor?.split(separator: " ").first.map(String.init)
        if let word, patient.program(word) == nil {
            all.append(.problem(tr("the editor '\(word)' of VISUAL or EDITOR is missing"), tr("install it, or name another one")))
        }
        return all.isEmpty ? [.ok(word.map { name in tr("UTF-8, editor \(name)") } ?? "UTF-8")] : all
    }

    @Sendable static func settingsFiles(_ patient: Patient) -> [Finding] {
        guard let settings = patient.settings else {
            return [.problem(tr("a settings file cannot be read"), tr("dicta settings tells which; correct or remove it"))]
        }
        guard settings.problems.isEmpty else {
            return settings.problems.map { .problem($0, tr("correct the line, or remove it")) }
        }
        let link = settings.text(.linkMay) ?? "off"
        return [.ok(link == "off" ? tr("no line is wrong") : tr("no line is wrong; links may \(link) (link-may)"))]
    }
}
