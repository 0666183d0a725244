// Tests of links in the folder of a session: a project can come from anybody (F23 C10).
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("Links in a session's folder (F23)") struct SessionLinkTests {
        /// The engine starts there, records, saves and changes a setting: nothing behind a link changes.
        @Test func nothingBehindALinkChanges() throws {
            let server = try #require(JackServer(synchronous: false))
            defer { withExtendedLifetime(server) {} }
            let fixture = try SessionFixture()
            let (project, other) = (fixture.project("p"), fixture.folder.file("other"))
            for path in [project, project + "/Recordings", other] { #expect(Files.makeFolder(path)) }
            for name in ["settings", "audio.wav", "lock", "x.json", "x.wav.peaks", "session.json"] {
                #expect(Files.write("# \(name)\n", to: "\(other)/\(name)"))
            }
            let links = [
                ("settings", other + "/settings"), ("session.json", fixture.folder.file("nowhere")),
                ("Recordings/.dicta-export-x", other), ("Recordings/.sidecars", other), ("Recordings/.peaks", other),
                ("Recordings/_Corrupted", other), ("Recordings/.dicta.nA.connections", other + "/x.json"),
            ]
            for (name, target) in links { #expect(unsafe symlink(target, "\(project)/\(name)") == 0) }
            let state = {
                Process.run("/bin/sh", ["-c", "cd \"$1\" && ls -lA --time-style=full-iso && cat *", "sh", other]).output
            }
            let before = state()
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            try fixture.ask("rec", "name", "x", "for", "0.2s", "wait", "yes")
            #expect(Files.exists(project + "/Recordings/x.wav") && Files.exists(project + "/Recordings/x.json"))
            do throws(EngineProcess.Trouble) {
                try fixture.change("rec-bits", "16")
                Issue.record("the setting was written through a link")
            } catch {
                guard case .refused(let failure) = error else { throw error }
                #expect(failure.words.contains("settings is a symbolic link"), "\(failure.words)")
            }
            fixture.manager.save()
            #expect(fixture.manager.answer()?.path == "/error")
            #expect(state() == before && !Files.exists(fixture.folder.file("nowhere")))
            fixture.signal(SIGTERM)
            _ = fixture.finish()
            #expect(state() == before && !Files.exists(fixture.folder.file("nowhere")))
        }
    }
}

extension SessionFixture {
    /// Changes a setting; throws the refusal.
    fileprivate func change(_ key: String, _ value: String) throws(EngineProcess.Trouble) {
        _ = try EngineProcess.reply("set", ["key", key, "value", value], engine: "dicta", socket: socket, timeout: 30)
    }
}
