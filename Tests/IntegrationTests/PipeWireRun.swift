// Starts these tests once more, in a process whose JACK is PipeWire's (J8).
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    /// Which libjack a process has is settled when it starts: so what is tested in PipeWire runs in a process of its own. To look
    /// at one test: `pw-jack .build/debug/dictaPackageTests.xctest --testing-library swift-testing --filter NAME`.
    @Suite(.enabled(if: !PipeWireServer.isOurs)) struct PipeWireRun {
        /// Those that have found something there, and what PipeWire has of its own.
        private static let short = [
            "PipeWireTests", "GraphTests", "ConnectionTests", "RecordTests/preRoll", "PlayTests/playsFromAPlace",
            "ServerGoneTests/aWaitingTake", "ServerGoneTests/aServerKilled",
        ]

        /// With `session/test --soak`: all of the engine's, half an hour. Freewheel and JACK's own sessions are not to be had.
        private static let long = [
            "PipeWireTests", "GraphTests", "ConnectionTests", "RecordTests", "PlayTests", "LoopTests", "LocateTests",
            "JointTests", "EditingTests", "MarkerTests", "MeterTests", "MonitorTests", "DPC.*Tests", "DeliverTests",
            "ChaseTests", "PositionTests", "TransitionTests", "RefusalTests", "TransportTests", "HookTests", "MidiTests",
            "Osc.*Tests", "SettingsTests", "SharedLibraryTests", "MediaTests", "NsmTests", "ServerGoneTests",
            "ServerReturnTests", "DiskTests", "FaultTests",
        ]

        /// What PipeWire 0.3.65 does not do; session/share/pipewire.md tells it to users.
        private static let notThere = [
            // Servers have no names there.
            "RefusalTests/theServerMayComeLater", "OscStateTests",
            // Nobody is told of an xrun.
            "HookTests/anXrun",
            // At 16 and 64 frames under load it keeps its clients from periods.
            "RecordTests/everyFrameOnceUnderLoad", "DPCTests/rateIsExact", "DPCChangeTests/theRingLastsUnderLoad",
            // It loses frames in freewheel.
            "PositionTests/noDriftAtAnOddRate",
            // It makes up for the time it stood still; PipeWireTests has what that is.
            "ServerGoneTests/aServerFrozen",
            // A relocated roll does not arrive.
            "TransportTests/aRoll", "TransportTests/aMovedRoll",
            // Its rate is that of the graph, not what a test asks for.
            "GraphTests/aServerAtARate",
        ]

        @Test func theEngineWorksInPipeWire() throws {
            let isLong = unsafe getenv("DICTA_SOAK") != nil
            let words = [
                // All that it starts is of one group, and ends with it.
                "--kill-after=5", isLong ? "3600" : "300", "/usr/bin/pw-jack", Programs.path("dictaPackageTests.xctest"),
                "--testing-library", "swift-testing", "--no-parallel", "--filter",
                "IntegrationTests.*(\((isLong ? Self.long : Self.short).joined(separator: "|")))", "--skip",
                Self.notThere.joined(separator: "|"),
            ]
            var environment = Programs.toolchain
            environment["DICTA_QUICK"] = "1"
            let process = try #require(Process("/usr/bin/timeout", words, environment: environment))
            while !process.hasEnded { Pause.milliseconds(100) }
            // Whom a crash has left behind; as long as nobody has waited for it, its number is its own.
            _ = kill(-process.pid, SIGKILL)
            let run = process.finish()
            let said = (run.output + run.errors).split(separator: "\n")
            // Each in a line of its own: whoever sees only the lines of what failed shall see these.
            if run.code != 0 {
                for line in said where line.contains("✘") || line.contains("rror:") || Self.isFound(line) {
                    print("✘ in PipeWire: \(line)")
                }
            }
            #expect(run.code == 0, "\(run.code == 124 ? "it hung" : "see what failed in PipeWire")")
            print(said.last { $0.contains("Test run with") } ?? "nothing ran in PipeWire")
            // A filter that fits nothing is no proof.
            #expect(said.contains { $0.contains("✔") && $0.contains("Test run with") && !$0.contains("with 0 tests") })
        }

        /// What a test says beside its expectation, and no comment.
        private static func isFound(_ line: Substring) -> Bool {
            line.hasPrefix("↳") && !["//", "Testing Library", "Target Platform"].contains { line.dropFirst(2).hasPrefix($0) }
        }
    }
}
