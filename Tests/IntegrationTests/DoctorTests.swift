// Tests of `dicta doctor` beside a real engine, and at a server that is frozen (C14).
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct DoctorTests {
        /// The findings of a check, as JSON objects in one line of Python.
        private func findings(_ run: Finished, _ check: String) -> String {
            let text =
                "import json, sys; o = json.load(open(sys.argv[1]))"
                + "; print([(i['state'], i['finding']) for i in o['items'] if i['check'] == sys.argv[2]])"
            let folder = TempFolder()
            guard folder.write(run.output, to: "answer") else { return "no place" }
            return Process.python(text, [folder.file("answer"), check]).output
        }

        @Test func aRealEngineIsFoundWithItsServer() throws {
            let server = try #require(JackServer())
            let desktop = Desktop()
            // Without an engine the server is found as well.
            let lonely = desktop.dicta("doctor", "--json")
            let rate = "runs at \(server.rate) Hz, \(server.period) frames a period"
            #expect(findings(lonely, "JACK server").contains(rate), "\(lonely)")
            #expect(findings(lonely, "engine").contains("no engine '\(desktop.engine)' runs"), "\(lonely)")
            #expect(desktop.pid == nil, "the doctor starts nothing")
            #expect(desktop.dicta("start").code == 0)
            try Pause.until { try desktop.ask("status")["jack"] == .text("running") }
            let run = desktop.dicta("doctor", "--json")
            #expect(findings(run, "engine").contains("runs and answers"), "\(run)")
            #expect(findings(run, "ports").contains("the inputs are connected to nothing"), "\(run)")
            #expect(findings(run, "library").contains("('ok',"), "\(run)")
            // A take is not touched by the doctor.
            try desktop.ask("rec", "name", "memo")
            _ = desktop.dicta("doctor")
            #expect(try desktop.ask("status").text("record_state") == "recording")
            try desktop.ask("stop")
            #expect(desktop.dicta("quit").code == 0)
        }

        @Test(.enabled(if: !PipeWireServer.isOurs, "a jackd is frozen"))
        func aFrozenServerHoldsNothingUp() throws {
            let server = try #require(JackServer())
            let desktop = Desktop()
            server.freeze()
            defer { server.thaw() }
            let began = ContinuousClock.now
            let run = desktop.dicta("doctor", "--json")
            #expect(ContinuousClock.now - began < .seconds(60))
            #expect(
                run.code == CommandTable.problemCode && findings(run, "JACK server").contains("does not answer within"), "\(run)")
            #expect(findings(run, "clock").contains("('ok',"), "\(run)")
        }
    }
}
