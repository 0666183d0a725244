// Tests settings by file, options and commands (issue 5, part 8).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct SettingsTests {
        private static let nobody = ["JACK_DEFAULT_SERVER": "nobody-here"]

        private func value(_ engine: EngineProcess, _ key: String) throws -> String {
            try engine.reply("settings").items.first { $0.text("key") == key }?.text("value") ?? "none"
        }

        /// The engine starts with the valid lines, reports each wrong line by its number, and options win over the file.
        @Test func wrongLinesAreNamedAndTheRestHolds() throws {
            let text =
                "# mine\nbackstep = 2s\nrec-format = flac\nrec-bits = float\nresample = better\nosc-udp = 0.0.0.0:0\nfoo = 1\n"
            let engine = try EngineProcess(["--preroll", "3s"], waitsForJack: false, environment: Self.nobody, settings: text)
            let status = try engine.ask("status")
            #expect(status.double("backstep_seconds") == 2)
            let problems = status.text("settings_problems")
            for line in 4...7 { #expect(problems.contains("line \(line): "), "\(problems)") }
            #expect(!problems.contains("line 2") && !problems.contains("line 3"))
            #expect(!status.text("osc_urls").contains("udp"))
            #expect(try value(engine, "preroll") == "3s")
            #expect(try value(engine, "rec-format") == "flac" && value(engine, "rec-bits") == "")
            let answer = try engine.reply("set", ["preroll", "5s"]).items.first
            #expect(answer?.text("value") == "3s" && answer?.text("takes_effect").contains("without --preroll") == true)
            let log = try #require(engine.quit())
            #expect(log.code == 0 && log.errors.contains("line 5: resample must be best or medium or fast, not 'better'"))
            #expect(Files.read(engine.settings) == text + "preroll = 5s\n")
            let check = Process.run(
                Programs.path("dictad"), ["--check-settings", "--settings", engine.settings], environment: ["HOME": "/tmp"])
            #expect(check.code == 1 && check.output.split(separator: "\n").count == 4, "\(check)")
        }

        /// A change takes effect at once, or the answer tells when. Lines typed into the file meanwhile take effect too;
        /// wrong changes change nothing.
        @Test func changesHoldAndAreKept() throws {
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody)
            #expect(!Files.exists(engine.settings))
            let first = try engine.reply("set", ["key", "backstep", "value", "1.5s"]).items.first
            #expect(first?.text("value") == "1.5s" && first?.text("before") == "0s")
            #expect(first?.text("takes_effect") == "immediately")
            #expect(try engine.ask("status").double("backstep_seconds") == 1.5)
            let text = try #require(Files.read(engine.settings))
            #expect(text == SettingsTable.template.replacing("#backstep = 0s\n", with: "#backstep = 0s\nbackstep = 1.5s\n"))
            #expect(Files.write(text + "dpc-quality = faster\n", to: engine.settings))
            let second = try engine.reply("set", ["monitor-level", "-6", "reserve", "70"])
            #expect(second.items.map { $0.text("takes_effect") } == ["when the engine starts next", "immediately"])
            #expect(try engine.ask("status").text("dpc_quality") == "faster")
            #expect(try engine.ask("status").double("monitor_level_db") == -6)
            let before = Files.read(engine.settings)
            for wrong in [
                ["key", "backstp", "value", "1"], ["key", "backstep", "value", "soon"], ["key", "osc-udp", "value", "x"],
                ["rec-bits", "24", "rec-format", "mp3"], ["key", "backstep", "value", "1s\nreserve = 1"],
                ["key", "backstep", "value", "1", "reset", "yes"], ["rec-preroll", "11s"], ["value", "2"],
            ] {
                let trouble = #expect(throws: EngineProcess.Trouble.self) { try engine.reply("set", wrong) }
                guard case .refused(let failure)? = trouble else {
                    Issue.record("\(wrong): \(String(describing: trouble))")
                    continue
                }
                #expect(failure.code == .badArgument, "\(failure)")
            }
            #expect(Files.read(engine.settings) == before)
            #expect(try engine.reply("set", ["key", "backstep", "reset", "yes"]).items.first?.text("value") == "0s")
            #expect(try engine.ask("status").double("backstep_seconds") == 0)
            // The file keeps the change after the engine has quit.
            #expect(engine.quit()?.code == 0)
            #expect(Files.read(engine.settings)?.contains("\nreserve = 70\n") == true)
        }

        /// UDP and TCP ports are open to every user of the machine: no program can be set to run through them.
        @Test func portsCannotSetHooks() throws {
            let engine = try EngineProcess(OscTests.ways, waitsForJack: false, environment: Self.nobody)
            for url in try OscTests.urls(engine).dropFirst() {
                let client = try OscClient(url)
                for (address, arguments) in [
                    ("/dicta/set", ["on-error", "touch /tmp/x"]), ("/dicta/set", ["key", "on-error", "value", "touch /tmp/x"]),
                    ("/dicta/set/on-error", ["touch /tmp/x"]), ("/dicta/set", ["--reset", "1", "key", "library"]),
                    ("/dicta/set", ["backstep", "1s", "osc-allow", "0.0.0.0/0"]), ("/dicta/set/hook-durable", ["completed"]),
                    ("/dicta/hooks", ["queue", "yes"]), ("/dicta/hooks", ["drop", "all"]),
                ] {
                    let answer = try client.ask(address, arguments.map { OSCArgument.string($0) })
                    #expect(answer?.path == "/error", "\(address) \(arguments)")
                }
                #expect(try client.ask("/dicta/set/backstep", [.float(1)])?.path == "/reply")
            }
            #expect(Files.read(engine.settings)?.contains("touch") == false)
            #expect(try engine.ask("status").double("backstep_seconds") == 1)
        }

        /// A settings file that cannot be written is an error, and the old value stays.
        @Test func aPlaceThatCannotBeWrittenIsAnError() throws {
            let engine = try EngineProcess(["--settings", "/proc/dicta/settings"], waitsForJack: false, environment: Self.nobody)
            #expect(throws: EngineProcess.Trouble.self) { try engine.reply("set", ["backstep", "1s"]) }
            #expect(try engine.ask("status").double("backstep_seconds") == 0)
        }

        /// The home folder is frozen (a real file system, frozen by the kernel): the change takes effect, commands are
        /// answered, and the answer to the change comes once it is saved.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func aFrozenHomeHoldsNoCommandUp() throws {
            let disk = try SmallDisk(megabytes: 16)
            let engine = try EngineProcess(
                waitsForJack: false, environment: Self.nobody.merging(["XDG_CONFIG_HOME": disk.path]) { $1 })
            try engine.reply("set", ["backstep", "1s"])
            try disk.freeze()
            let words = ["--socket", engine.socket, "set", "backstep", "3s"]
            let waiting = Process(Programs.path("dicta"), words, environment: ["HOME": "/tmp"])
            var longest = 0.0
            var held = 0.0
            // An engine that waits for the frozen disk answers no sooner than the disk does; a busy machine takes its time.
            for round in 0..<400 where longest < 3 && (round < 40 || held != 3) {
                let began = Moment.now.nanoseconds
                // No test ends during the freeze: an engine that hangs could not be ended.
                held = (try? engine.ask("status", timeout: 4))?.double("backstep_seconds") ?? -1
                longest = max(longest, Double(Moment.now.nanoseconds - began) / 1e9)
                _ = usleep(25_000)
            }
            // Two changes are under way at the same time: both take effect.
            let second = Process(
                Programs.path("dicta"), ["--socket", engine.socket, "set", "dpc-quality", "faster"],
                environment: ["HOME": "/tmp"])
            var status: Fields?
            for _ in 0..<200 where status?.text("dpc_quality") != "faster" {
                _ = usleep(50_000)
                status = try? engine.ask("status", timeout: 4)
                if status == nil { break }
            }
            let isWaiting = waiting?.hasEnded == false && second?.hasEnded == false
            try disk.thaw()
            #expect(held == 3 && longest < 3 && isWaiting, "\(held) \(longest) \(isWaiting)")
            #expect(status?.double("backstep_seconds") == 3 && status?.text("dpc_quality") == "faster")
            #expect(waiting?.finish().code == 0 && second?.finish().code == 0)
            let text = try #require(Files.read(disk.path + "/dicta/settings"))
            #expect(text.contains("\nbackstep = 3s\n") && text.contains("\ndpc-quality = faster\n"))
            #expect(engine.quit()?.code == 0)
        }

        /// Takes follow the settings unless the command says otherwise; another format drops the bits set for the first.
        @Test func takesFollowTheSettings() throws {
            let fixture = try EngineFixture(settings: "rec-format = flac\nrec-bits = 16\nrec-channels = 1\nrec-preroll = 1s\n")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 60_000)
            // The time left on the disk is that of the next take: mono, two bytes a sample, and packed.
            let status = try fixture.engine.ask("status")
            let format = try AudioFormat(container: .flac, encoding: .pcm16, rate: status.int("rate"), channels: 1)
            let bytes = status.double("disk_seconds_left") * RateMemory().bytesPerSecond(of: format)
            #expect(abs(bytes / Double(status.int("disk_free_bytes")) - 1) < 0.1, "\(status)")
            let first = try fixture.take("one", at: fixture.soon, frames: 4800)
            #expect(first.text("path").hasSuffix(".flac") && first.int("preroll_frames") == 48_000)
            let info = try fixture.engine.ask("info", "one")
            #expect(info.int("channels") == 1, "\(info)")
            let second = try fixture.take("two", at: fixture.soon, frames: 4800, "format", "wav", "channels", "2", "preroll", "0")
            #expect(second.text("path").hasSuffix(".wav") && second.int("frames") == 4800)
            // The bits that are set do not exist in MP3.
            #expect(throws: EngineProcess.Trouble.self) {
                try fixture.engine.reply("set", ["key", "rec-format", "value", "mp3"])
            }
        }
    }
}
