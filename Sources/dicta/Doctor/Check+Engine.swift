// Checks of the JACK server, the engine, its ports and its last end. Threads of the doctor.
import Control
import Dictation
import JSON
import Messages
import System

extension Check {
    /// Seconds that a JACK server has to answer.
    private static let serverPatience = 4.0

    /// Asks `dictad`, which has the right libjack, in a process of its own: a frozen server hangs only that.
    @Sendable static func jackServer(_ patient: Patient) -> [Finding] {
        guard let program = OwnFolder.path.map({ $0 + "/dictad" }).flatMap(patient.program) ?? patient.program("dictad") else {
            return [
                .problem(
                    tr("dictad is neither beside dicta nor in PATH"),
                    tr("install the package dicta again, or run session/install in the source"))
            ]
        }
        // Its sentences are shown as they are.
        let result = ProgramTrial.run(
            program, ["--name", patient.name, "--check-jack"], environment: patient.environment, seconds: serverPatience,
            isEnglish: false)
        guard case .ended(0, let text) = result, let tree = try? JSONTree(parsing: Array(text.utf8)) else {
            return [
                .problem(
                    tr("the JACK server does not answer within \(Int(serverPatience)) s"),
                    tr("end it and start it again: it is frozen"))
            ]
        }
        let server = "\(tree["kind"]?.text ?? "JACK") '\(tree["server"]?.text ?? "")'"
        if let trouble = tree["trouble"]?.text { return [absent(trouble, hint: tree["hint"]?.text)] }
        return [state(server, tree)] + weaknesses(tree) + xruns(patient)
    }

    /// The finding about a server that is not there. The hint has the finding and the next step in one sentence.
    private static func absent(_ trouble: String, hint: String?) -> Finding {
        guard let hint, let end = hint.firstRange(of: "; ") else { return .problem(trouble, hint) }
        return .problem(String(hint[..<end.lowerBound]), String(hint[end.upperBound...]))
    }

    private static func state(_ server: String, _ tree: JSONTree) -> Finding {
        let (rate, period) = (tree["rate"]?.integer ?? 0, tree["period"]?.integer ?? 0)
        let length = rate > 0 ? " (\((Double(period) / Double(rate) * 1000).localized(1)) ms)" : ""
        return .ok(
            tr(
                period, "\(server) runs at \(rate) Hz, \(period) frames a period\(length)",
                "\(server) runs at \(rate) Hz, \(period) frames a period\(length)"))
    }

    private static func weaknesses(_ tree: JSONTree) -> [Finding] {
        var all: [Finding] = []
        if tree["realtime"] == .flag(false) {
            all.append(
                .note(tr("the server does not run in realtime mode: gaps under load"), tr("start it without -r (jackd -R)")))
        }
        if tree["dummy"] == .flag(true) {
            all.append(
                .note(tr("the server has no sound card (driver dummy): nothing is heard"), tr("start one with a card: -d alsa")))
        } else if tree["sources"]?.integer == 0 {
            all.append(.note(tr("the server has no input of a sound card"), tr("look at its card, or connect another program")))
        }
        return all
    }

    private static func xruns(_ patient: Patient) -> [Finding] {
        guard let status = patient.status, status.count("xruns") > 0 else { return [] }
        let count = status.count("xruns")
        let words = tr(
            count, "\(count) xrun since the engine joined the server", "\(count) xruns since the engine joined the server")
        return [.note(words, tr("take a longer period (jackd -p), or end programs that load the machine"))]
    }

    @Sendable static func engine(_ patient: Patient) -> [Finding] {
        switch patient.engine {
        case .none:
            let line = patient.line("start")
            return [.note(tr("no engine '\(patient.name)' runs"), tr("\(line); verbs such as rec and play start one, too"))]
        case .silent(let why):
            let line = patient.line("engines")
            return [.problem(why, tr("look at its log, then end it by its process id ('\(line)') and start it again"))]
        case .running(let status):
            let version = status["version"]?.description ?? ""
            let troubles = StatusLines(status, columns: nil).problems.filter { $0 != status["last_end"]?.description }
            var all = troubles.map { Finding.problem($0, nil) }
            if version != Version.text {
                let (first, second) = (patient.line("quit"), patient.line("start"))
                all.append(
                    .problem(tr("the engine has version \(version), and dicta \(Version.text)"), tr("\(first), then \(second)")))
            }
            if status["locked"] == .flag(true) {
                let line = patient.line("lock off")
                all.append(.note(tr("the transport is locked: takes are protected"), tr("\(line) unlocks it")))
            }
            return all.isEmpty ? [.ok(tr("'\(patient.name)' \(version) runs and answers"))] : all
        }
    }

    /// The note of an engine that died stays for a month.
    @Sendable static func lastEngine(_ patient: Patient) -> [Finding] {
        guard let state = UserFolders.state({ patient.environment[$0] }) else { return [] }
        let path = "\(state)/dicta/\(patient.name).crash"
        // The next start renames the note of an engine that has died since.
        let fresh = "\(state)/dicta/\(patient.name).run"
        if case .none = patient.engine, let note = noteOfDead(fresh) { return [.note(words(of: note, fresh), nil)] }
        guard let status = try? FileStatus(path), let bytes = try? File.contents(of: path) else {
            return [.ok(tr("the engines before ended in order"))]
        }
        let age = Timestamp.now.seconds - status.modificationTime.seconds
        guard age < 30 * 86_400 else { return [.ok(tr("the engines of the last month ended in order"))] }
        let note = RunNote(String(decoding: bytes.prefix(16_384), as: UTF8.self))
        return [.note(words(of: note, path), tr("remove \(path) to forget it"))]
    }

    /// The note of an engine that has died; nil if there is none, and while a living engine has its lock.
    private static func noteOfDead(_ path: String) -> RunNote? {
        guard let descriptor = try? File.open(path, .read, [.noLink]) else { return nil }
        defer { File.close(descriptor) }
        // Read before the lock is tried, which is given back at once: an engine may start meanwhile. Its own note is empty at first.
        guard let bytes = try? File.read(descriptor, at: 0, count: 16_384), !bytes.isEmpty,
            (try? File.lock(descriptor, shared: true)) == true
        else { return nil }
        return RunNote(String(decoding: bytes, as: UTF8.self))
    }

    private static func words(of note: RunNote, _ path: String) -> String {
        let boot = (try? File.contents(of: "/proc/sys/kernel/random/boot_id")).map {
            String(decoding: $0.prefix(36), as: UTF8.self)
        }
        return note.words(boot: boot ?? "", path: path) { Timestamp(seconds: $0).local }.text
    }

    @Sendable static func ports(_ patient: Patient) -> [Finding] {
        guard let status = patient.status, status["jack"] == .text("running") else { return [] }
        var all: [Finding] = []
        let sides = [
            ("sources", tr("the inputs are connected to nothing"), "source"),
            ("sinks", tr("the outputs are connected to nothing"), "set connect-out physical"),
        ]
        for (key, words, cure) in sides where (status[key]?.texts ?? []).isEmpty {
            let line = patient.line(cure)
            all.append(.note(words, tr("\(line), or connect them in a patchbay")))
        }
        return all.isEmpty ? [.ok(tr("inputs and outputs are connected"))] : all
    }

    @Sendable static func midi(_ patient: Patient) -> [Finding] {
        guard !(patient.settings?.texts(.midi) ?? []).isEmpty else { return [.ok(tr("no MIDI keys are learnt"))] }
        guard patient.midiSources?.isEmpty == true else { return [.ok(tr("MIDI keys are learnt"))] }
        let line = patient.line("set midi-connect physical")
        return [
            .note(
                tr("MIDI keys are learnt, but nothing is connected to the engine's MIDI input"),
                tr("\(line), or connect the device (a2jmidid -e shows ALSA's)"))
        ]
    }
}
