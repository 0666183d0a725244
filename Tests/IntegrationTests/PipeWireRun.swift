// Runs these tests once more, in a process whose JACK is PipeWire's (J8).
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    /// The libjack of a process is settled when it starts, so the tests in PipeWire run in a process of their own. To run
    /// one test there: `pw-jack .build/debug/dictaPackageTests.xctest --testing-library swift-testing --filter NAME`.
    @Suite(.enabled(if: !PipeWireServer.isOurs)) struct PipeWireRun {
        /// Tests that have found faults in PipeWire, and tests of PipeWire's own behaviour.
        private static let short = [
            "PipeWireTests", "GraphTests", "ConnectionTests", "RecordTests/preRoll", "PlayTests/playsFromAPlace",
            "ServerGoneTests/aWaitingTake", "ServerGoneTests/aServerKilled",
        ]

        /// With `session/test --soak`: all tests of the engine, half an hour. Freewheel and JACK sessions do not exist in
        /// PipeWire.
        private static let long = [
            "PipeWireTests", "GraphTests", "ConnectionTests", "RecordTests", "PlayTests", "LoopTests", "LocateTests",
            "JointTests", "EditingTests", "MarkerTests", "MeterTests", "MonitorTests", "DPC.*Tests", "DeliverTests",
            "ChaseTests", "PositionTests", "TransitionTests", "RefusalTests", "TransportTests", "HookTests", "MidiTests",
            "Osc.*Tests", "SettingsTests", "SharedLibraryTests", "MediaTests", "NsmTests", "ServerGoneTests",
            "ServerReturnTests", "DiskTests", "FaultTests",
        ]

        /// Tests of features that PipeWire 0.3.65 lacks; session/share/pipewire.md tells users.
        private static let notThere = [
            // Servers have no names in PipeWire.
            "RefusalTests/theServerMayComeLater", "OscStateTests",
            // Xruns are not reported.
            "HookTests/anXrun",
            // At 16 and 64 frames under load PipeWire keeps its clients from periods.
            "RecordTests/everyFrameOnceUnderLoad", "DPCTests/rateIsExact", "DPCChangeTests/theRingLastsUnderLoad",
            // PipeWire loses frames in freewheel.
            "PositionTests/noDriftAtAnOddRate",
            // PipeWire makes up for the time it stood still; PipeWireTests cover this case.
            "ServerGoneTests/aServerFrozen",
            // A roll after a locate is not reported.
            "TransportTests/aRoll", "TransportTests/aMovedRoll",
            // The rate is the graph's, not the one that a test sets.
            "GraphTests/aServerAtARate",
        ]

        @Test func theEngineWorksInPipeWire() throws {
            let isLong = unsafe getenv("DICTA_SOAK") != nil
            let words = [
                // All processes that it starts are of one group, and end with it.
                "--kill-after=5", isLong ? "3600" : "300", "/usr/bin/pw-jack", Programs.path("dictaPackageTests.xctest"),
                "--testing-library", "swift-testing", "--no-parallel", "--filter",
                "IntegrationTests.*(\((isLong ? Self.long : Self.short).joined(separator: "|")))", "--skip",
                Self.notThere.joined(separator: "|"),
            ]
            var environment = Programs.toolchain
            environment["DICTA_ALL"] = "1"
            let process = try #require(Process("/usr/bin/timeout", words, environment: environment))
            while !process.hasEnded { Pause.milliseconds(100) }
            // Kill processes that a crash has left behind. The number of the group stays reserved until the process is
            // waited for.
            _ = kill(-process.pid, SIGKILL)
            let run = process.finish()
            let said = (run.output + run.errors).split(separator: "\n")
            // Each in a line of its own, so that a filter for failures shows them.
            if run.code != 0 {
                for line in said where line.contains("✘") || line.contains("rror:") || Self.isFound(line) || Self.isCrash(line) {
                    print("✘ in PipeWire: \(line)")
                }
            }
            #expect(run.code == 0, "\(run.code == 124 ? "it did not end in time" : "tests failed in PipeWire")")
            print(said.last { $0.contains("Test run with") } ?? "no test ran in PipeWire")
            // A filter that matches no test is no proof.
            #expect(said.contains { $0.contains("✔") && $0.contains("Test run with") && !$0.contains("with 0 tests") })
        }

        /// Tells a message of an expectation from a comment.
        private static func isFound(_ line: Substring) -> Bool {
            line.hasPrefix("↳") && !["//", "Testing Library", "Target Platform"].contains { line.dropFirst(2).hasPrefix($0) }
        }

        /// Tells a line of the backtrace of a program that has crashed.
        private static func isCrash(_ line: Substring) -> Bool {
            line.contains("crashed") || line.contains(" + ") && line.contains(" in ")
        }
    }
}
