// Runs the scripts of Tests/Days, each at a server and in a home of its own.
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("Days of five people, as scripts with the real programs (issue 14)")
    struct DaysTests {
        static let folder = String(#filePath.dropLast("IntegrationTests/DaysTests.swift".count)) + "Days"

        /// Each day is a script of its own. What they use is proved by the other suites, so one of them is enough for a short
        /// run.
        @Test("each day ends well", arguments: ["transcriber", "doctor", "musician", "podcaster", "script-author"].few)
        func day(_ name: String) throws {
            let server = try #require(JackServer(), "no jackd")
            let home = TempFolder()
            let programs = Programs.path("dicta").dropLast("/dicta".count)
            let variables = server.environment.merging([
                "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "XDG_STATE_HOME": home.file("state"),
                "PATH": "\(programs):/usr/bin:/bin",
            ]) { $1 }
            let run = Process.run("/bin/bash", ["\(Self.folder)/\(name).sh"], environment: variables)
            let log = Files.read(home.file("state/dicta/dicta.log")) ?? ""
            #expect(run.code == 0 && run.output.hasSuffix("day over\n"), "\(run)\n\(log)")
        }
    }
}
