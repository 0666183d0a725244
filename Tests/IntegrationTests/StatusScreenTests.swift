// Tests of the text of `status`, of a real engine, on terminals of several widths (issue 14 no. 16).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("dicta status is eight lines (C4 R6)") struct StatusScreenTests {
        private static let labels = [
            "Recording", "Playback", "Inputs", "Outputs", "Graph", "Disk", "Engine", "Trouble",
        ]

        /// Each width shows more than the one before: from 80 columns on the length of what plays, at 120 size and peak of the
        /// take.
        @Test(arguments: [60, 80, 120]) func eightLinesFitTheWindow(columns: Int) throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 997, amplitude: 0.5))
            // A busy machine looks at the graph late.
            try Pause.until { try !fixture.engine.ask("status").text("sources").isEmpty }
            let dicta = "\(Programs.path("dicta")) --socket \(fixture.engine.socket)"
            let window = try #require(TmuxWindow(columns: columns), "no tmux")
            window.run("\(dicta) status")
            let idle = window.wait { $0.last == "$" && $0.count > 8 }
            #expect(
                idle.map { String($0.prefix(9).drop { $0 == " " }).split(separator: " ").first.map(String.init) ?? "" }
                    == Self.labels + ["$"], "\(idle)")
            #expect(idle.allSatisfy { $0.count <= columns })
            #expect(idle[0] == "Recording  nothing" && idle[1] == "Playback   nothing", "\(idle)")
            // A loaded machine has xruns, and misses frames.
            let troubles = idle[7].dropFirst("Trouble    ".count).split(separator: "; ")
            #expect(troubles.allSatisfy { $0 == "none" || $0.hasSuffix(" xruns") || $0.hasSuffix(" missed") }, "\(idle)")
            #expect(idle[2].contains("probe:out_l") && idle[4].hasPrefix("Graph      JACK running, 48000 Hz"), "\(idle)")
            #expect(idle[5].contains("iB free"))
            try fixture.take("tone", at: fixture.soon, frames: 24_000)
            try fixture.engine.ask("load", "tone")
            _ = try fixture.engine.reply("rec", ["name", "a recording with a name that is longer than most lines are"])
            try Pause.until { try fixture.engine.ask("status").double("elapsed_seconds") >= 0.1 }
            window.run("\(dicta) status")
            let busy = window.wait { $0.last == "$" && $0.count > 8 && $0[0] != idle[0] }
            #expect(busy.count == 9 && busy.allSatisfy { $0.count <= columns }, "\(busy)")
            #expect(busy[0].hasPrefix("Recording  a recording with ") && busy[1].hasPrefix("Playback   tone, "), "\(busy)")
            if columns == 120 {
                #expect(busy[0].contains(" s, "), "\(busy)")
                #expect(["KiB", "MiB"].contains { busy[0].contains($0 + ", peak -6.0 / -6.0 dB") }, "\(busy)")
            }
            if columns >= 80 { #expect(busy[1].hasSuffix("of 0.5 s"), "\(busy)") }
            try fixture.engine.ask("stop")
        }

        @Test func allShowsEveryValueAndAPipeShortensNothing() throws {
            let fixture = try EngineFixture()
            let dicta = Programs.path("dicta")
            let all = Process.run(dicta, ["--socket", fixture.engine.socket, "status", "--all"]).output
            let short = Process.run(dicta, ["--socket", fixture.engine.socket, "status"]).output
            #expect(all.split(separator: "\n").count > 40 && all.contains("\nXruns "), "\(all)")
            #expect(short.split(separator: "\n").count == 8 && short.contains(fixture.engine.library), "\(short)")
        }

        /// Trouble is never shortened, since it says what to do.
        @Test func troubleIsToldWhole() throws {
            let engine = try EngineProcess(waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "dicta-none"])
            let window = try #require(TmuxWindow(columns: 60), "no tmux")
            window.run("\(Programs.path("dicta")) --socket \(engine.socket) status")
            let lines = window.wait { $0.last == "$" && $0.count > 8 }
            #expect(lines[4].hasPrefix("Graph      JACK waiting"), "\(lines)")
            let words = lines.dropFirst(7).dropLast().map { $0.dropFirst(11).drop { $0 == " " } }.joined(separator: " ")
            let status = try engine.ask("status")
            let told = ["jack_trouble", "jack_hint"].map(status.text).first { !$0.isEmpty } ?? ""
            let spaced = told.split(separator: " ").joined(separator: " ")
            #expect(!told.isEmpty && words.contains(spaced), "\(words) / \(told)")
            #expect(lines[2].hasSuffix("not connected") && lines[3].hasSuffix("not connected"), "\(lines)")
        }

        /// A lost server is told with what happened, and with the command that starts another one.
        @Test func aLostServerIsToldWithTheRemedy() throws {
            let fixture = try EngineFixture()
            fixture.server.kill()
            try fixture.engine.wait { $0.text("jack") != "running" && $0["jack_hint"] != nil }
            let status = try fixture.engine.ask("status")
            #expect(!status.text("jack_trouble").isEmpty && status.text("jack_hint").contains("jackd -d"), "\(status.all)")
            let text = Process.run(Programs.path("dicta"), ["--socket", fixture.engine.socket, "status"]).output
            let lines = text.split(separator: "\n").map { String($0) }
            #expect(lines.contains { $0 == "Trouble    " + status.text("jack_trouble") }, "\(text)")
            #expect(lines.contains { $0 == "           " + status.text("jack_hint") }, "\(text)")
        }
    }
}
