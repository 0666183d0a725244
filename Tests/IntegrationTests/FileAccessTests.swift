// Tests who may read recordings, with a real engine and the remote (F9 F11 R12).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct FileAccessTests {
        private let folder = TempFolder()

        /// Permissions of everything in a library, hidden files too; folders end in a slash.
        private func modes(_ library: String) -> [String: String] {
            let words = [library, "-printf", "%P%y %m\\n"]
            let lines = Process.run("/usr/bin/find", words).output.split(separator: "\n")
            return Dictionary(
                lines.map { line in
                    let parts = line.split(separator: " ")
                    return (parts.dropLast().joined(separator: " "), String(parts.last ?? ""))
                }
            ) { first, _ in first }
        }

        /// Makes files of all kinds: takes, sidecars, waveforms, a delivery, an import, a copy; gives the path of an export.
        private func work(_ fixture: EngineFixture) throws -> String {
            try fixture.take("memo", at: fixture.soon, frames: 24_000)
            try fixture.engine.ask("append", "memo")
            fixture.probe.waitFor(frame: fixture.soon)
            try fixture.engine.ask("stop")
            try fixture.engine.ask("note", "memo", "text", "private")
            try fixture.engine.ask("copy", "memo", "to", "copied")
            try fixture.engine.ask("deliver", "memo")
            try fixture.engine.ask("peaks", "copied")
            let far = folder.file("far.wav")
            #expect(Process.run("/bin/cp", [fixture.engine.library + "/memo.wav", far]).code == 0 && Files.setMode(far, 0o644))
            try fixture.engine.ask("import", far)
            let rendered = try fixture.engine.ask("render", "memo").text("path")
            #expect(Files.mode(rendered).map { $0 & 0o007 } == 0)
            return try fixture.engine.ask("export", "memo", "to", folder.file("out.wav")).text("path")
        }

        @Test func newRecordingsAreForTheirOwner() throws {
            let umask = Glibc.umask(0o022)
            defer { _ = Glibc.umask(umask) }
            let fixture = try EngineFixture()
            let export = try work(fixture)
            let all = modes(fixture.engine.library)
            #expect(all.count > 12 && all["memo.m4af"] == "600" && all["far.wavf"] == "600", "\(all)")
            #expect(all.allSatisfy { $0.value == ($0.key.hasSuffix("d") ? "700" : "600") }, "\(all)")
            // A file for others is as open as the umask allows.
            #expect(Files.mode(export) == 0o644)
            // The remote without an engine keeps to it too.
            let library = folder.file("alone")
            let alone = Process.run(
                Programs.path("dicta"), ["--no-start", "import", export, "--library", library],
                environment: ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path])
            #expect(alone.code == 0, "\(alone)")
            let own = modes(library)
            #expect(own["out.wavf"] == "600" && own.allSatisfy { $0.value == ($0.key.hasSuffix("d") ? "700" : "600") }, "\(own)")
        }

        @Test func aGroupMayReadWhereTheSettingSaysSo() throws {
            let umask = Glibc.umask(0o022)
            defer { _ = Glibc.umask(umask) }
            let fixture = try EngineFixture(settings: "library-access = group\n")
            let export = try work(fixture)
            let all = modes(fixture.engine.library)
            // Work files of a moment and the lock of changes are among them.
            #expect(all.count > 12 && all.allSatisfy { $0.value == ($0.key.hasSuffix("d") ? "750" : "640") }, "\(all)")
            #expect(Files.mode(export) == 0o644)
        }
    }
}
