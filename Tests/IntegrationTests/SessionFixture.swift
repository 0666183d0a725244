// An engine started by a session manager. One thread: the test's.
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

/// An engine as a session manager starts it: by its bare name, with NSM_URL as the only input.
final class SessionFixture {
    let folder = TempFolder()
    let manager: NsmServer
    private(set) var process: Process?
    let announce: NsmPacket

    init(environment: [String: String] = [:], isWelcome: Bool = true) throws {
        manager = try #require(NsmServer())
        #expect(Files.makeFolder(folder.file("run")) && Files.makeFolder(folder.file("home")))
        var standard = JackServer.environment
        // Tells clients the folder of PipeWire, since the runtime folder is another one.
        standard["PIPEWIRE_RUNTIME_DIR"] = standard["XDG_RUNTIME_DIR"]
        standard["NSM_URL"] = manager.url
        // Tests of the log look for names of recordings.
        standard["DICTA_LOG_LEVEL"] = "debug"
        standard["XDG_RUNTIME_DIR"] = folder.file("run")
        standard["HOME"] = folder.file("home")
        process = Process(Programs.path("dictad"), [], environment: standard.merging(environment) { $1 })
        announce = try #require(manager.await("/nsm/server/announce"))
        if isWelcome { manager.welcome() }
    }

    deinit {
        process?.end(by: SIGTERM, within: 3)
    }

    func project(_ name: String) -> String { folder.file("home/\(name)") }

    /// The user's own settings file, common to all projects.
    var ownSettings: String? { Files.read(folder.file("home/.config/dicta/settings")) }

    func writeOwnSettings(_ text: String) -> Bool {
        Files.makeFolder(folder.file("home/.config")) && Files.makeFolder(folder.file("home/.config/dicta"))
            && Files.write(text, to: folder.file("home/.config/dicta/settings"))
    }

    var socket: String { folder.file("run/dicta/dicta.sock") }

    /// Opens a project and returns the answer.
    func open(_ name: String, id: String) throws -> NsmPacket {
        manager.open(project(name), name: name, id: id)
        return try #require(manager.answer(), "no answer to open; so far: \(manager.log)")
    }

    @discardableResult
    func ask(_ verb: String, _ words: String...) throws -> Fields {
        try EngineProcess.reply(verb, words, engine: "dicta", socket: socket, timeout: 30).fields
    }

    func waitFor(_ condition: (Fields) -> Bool) throws {
        guard Pause.until(10, { (try? ask("status")).map(condition) ?? false }) else {
            Issue.record("the state never came: \(try ask("status").all)")
            return
        }
    }

    func signal(_ number: Int32) { _ = kill(process?.pid ?? 0, number) }

    func finish() -> Finished? {
        defer { process = nil }
        return process?.finish()
    }

    /// Number of open descriptors of the engine.
    var descriptors: Int {
        let output = Process.run("/bin/ls", ["/proc/\(process?.pid ?? 0)/fd"]).output
        return output.split(separator: "\n").count
    }
}
