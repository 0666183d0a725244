// Tests the engine's ports, connections and privileges in the graph (R1, J1, J10).
import Control
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct GraphTests {
        @Test func connectsToPhysicalPortsAndToPatternsThatAppearLater() throws {
            let server = try #require(JackServer())
            let engine = try EngineProcess(["--connect-in", "late:out_.*", "--connect-out", "physical"])
            let late = try #require(Probe("late"))
            try engine.wait { $0.text("sources").contains("late:out_l") && $0.text("sources").contains("late:out_r") }
            let sink = server.playbackPorts[0]
            let list = Process.run("/usr/bin/jack_lsp", ["-c", sink], environment: server.environment)
            #expect(list.output.contains("\(engine.name):out_l"), "\(list.output)")
            _ = engine.quit()
            _ = late
        }

        /// Ports have titles and an order for connection tools, and no latency of their own in either direction.
        @Test func portsAreDescribed() throws {
            let server = try #require(JackServer())
            let engine = try EngineProcess()
            let environment = server.environment
            let latency = Process.run("/usr/bin/jack_lsp", ["-l", engine.name], environment: environment).output
            for port in ["in_l", "in_r", "out_l", "out_r"] { #expect(latency.contains("\(engine.name):\(port)")) }
            let properties = Process.run("/usr/bin/jack_property", ["-l"], environment: environment).output
            for words in ["Record Left", "Record Right", "Play Left", "Play Right", "metadata/order"] {
                #expect(properties.contains(words), "\(properties)")
            }
            _ = engine.quit()
        }

        /// Without the right to lock memory or to run in realtime the engine works, and reports the refusal.
        @Test func whatTheSystemRefusesIsSaid() throws {
            let server = try #require(JackServer())
            let folder = TempFolder()
            let words = [
                "--inh-caps=-ipc_lock,-sys_nice", "--bounding-set=-ipc_lock,-sys_nice", "/usr/bin/prlimit", "--memlock=65536",
                "--rtprio=0", Programs.path("dictad"), "--name", "modest", "--socket", folder.file("socket"), "--library",
                folder.file("library"), "--connect-in", "physical",
            ]
            let process = try #require(Process("/usr/bin/setpriv", words, environment: server.environment))
            var status = Fields()
            for _ in 0..<400 where status.text("jack") != "running" {
                Pause.milliseconds(50)
                status = (try? EngineProcess.ask("status", engine: "modest", socket: folder.file("socket"))) ?? status
            }
            #expect(status.text("memory_lock_refused").contains("memlock"), "\(status.all)")
            #expect(status["realtime"] == .flag(false) && status.text("realtime_refused").contains("rtprio"))
            _ = try EngineProcess.ask("quit", engine: "modest", socket: folder.file("socket"))
            #expect(process.finish().errors.contains("memlock"))
        }

        /// Periods of most of a second, longer than the engine waits for the first one and than the shortest `jack-patience`:
        /// the engine has its priority and says so, and a take goes on from period to period.
        @Test func aLongPeriodIsNoRefusalAndNoStandstill() throws {
            let server = try #require(JackServer(rate: 11_025, period: 8192))
            let engine = try EngineProcess(["--jack-patience", "500ms"])
            let status = try engine.ask("status")
            #expect(status["realtime"] == .flag(true) && status["realtime_refused"] == nil, "\(status)")
            try engine.ask("rec", "name", "slow")
            Pause.until { (try? engine.ask("status").double("elapsed_seconds") >= 4) ?? false }
            let stopped = try engine.ask("stop")
            #expect(try Library(folder: engine.library).recording("slow").segments.count == 1, "\(stopped)")
            let log = try #require(engine.quit()).errors
            #expect(!log.contains("realtime") && !log.contains("stands still"), "\(log)")
            _ = server
        }

        /// A server without a rate reports 2^32 - 1 Hz; no audio file takes 500 Hz.
        @Test(arguments: [4_294_967_295, 500]) func aServerAtARateThatNoFileTakesIsRefusedInWords(rate: Int) throws {
            let server = try #require(JackServer(rate: rate))
            let engine = try EngineProcess(waitsForJack: false)
            try engine.wait { $0.text("jack_trouble").contains("\(rate) Hz") }
            #expect(try engine.ask("status").text("jack") == "waiting")
            server.stop()
            #expect(server.start(rate: 48_000))
            try engine.wait { $0.text("jack") == "running" && $0["jack_trouble"] == nil }
            let ended = try #require(engine.quit())
            #expect(ended.code == 0 && ended.errors.split(separator: "\n").count { $0.contains("\(rate) Hz") } == 1, "\(ended)")
        }
    }
}
