// Room: integration tests. Programs of the user on a real engine's events (C7).
import Control
import Dictation
import Glibc
import Studio
import Testing
import Workbench

extension Integration {
    @Suite struct HookTests {
        private func wait(_ isDone: () throws -> Bool) rethrows -> Bool {
            for _ in 0..<400 {
                if try isDone() { return true }
                _ = usleep(25_000)
            }
            return false
        }

        /// Each event of a take and of playing runs its program, with what it is about.
        @Test func eventsRunTheirPrograms() throws {
            let folder = TempFolder()
            let log = folder.file("log")
            let line = "echo \"$DICTA_EVENT $DICTA_NAME\" >> \(log)"
            let keys = HookEvent.allCases.filter { $0 != .diskLow && $0 != .xrun }.map { "\($0.key) = \(line)\n" }.joined()
            let scene = try Scene(settings: keys)
            _ = try scene.engine.reply("set", ["on-record-stopped", "cat > \(folder.file("json")); \(line)"])
            try scene.engine.ask("rec", "name", "one take")
            try scene.engine.ask("mark")
            try scene.engine.ask("pause")
            try scene.engine.ask("resume")
            let stopped = try scene.engine.ask("stop")
            try scene.engine.ask("play", "one take")
            try scene.engine.ask("loop", "a")
            try scene.engine.ask("stop")
            try scene.engine.ask("complete", "one take")
            let events = [
                "jack-back", "record-started one take", "marker", "record-paused one take", "record-resumed one take",
                "record-stopped one take", "play-started", "loop", "play-stopped", "library-changed", "completed one take",
            ]
            let ended = wait {
                let text = Files.read(log) ?? ""
                return events.allSatisfy { text.contains($0) }
            }
            #expect(ended, "\(Files.read(log) ?? "")")
            let json = try #require(Files.read(folder.file("json")))
            let expression = "o['event'], o['name'], o['frames'], o['path']"
            let python = "import json, sys; o = json.loads(sys.argv[1]); print(*(\(expression)), sep='|')"
            let said = Process.python(python, [json]).output
            #expect(said == "record-stopped|one take|\(stopped.int("frames"))|\(stopped.text("path"))\n")
            let items = try scene.engine.reply("hooks").items
            let report = try #require(items.first { $0.text("event") == "record-stopped" })
            #expect(report.int("runs") == 1 && report.text("status") == "exit 0")
            #expect(items.count == HookEvent.allCases.count - 2)
        }

        /// Hooks that hang, flood and fork beside a take of a known signal: every frame is there, and control answers.
        @Test func badHooksHurtNoTake() throws {
            let bad = [
                "on-record-started = yes flood", "on-record-paused = trap '' TERM; while :; do sleep 1; done",
                "on-record-resumed = for i in 1 2 3 4 5 6 7 8; do (yes > /dev/null) & done; wait", "on-play-started = kill -9 $$",
                "hook-limit = 3s", "hook-jobs = 8",
            ]
            let scene = try Scene(settings: bad.joined(separator: "\n"))
            let start = scene.soon
            try scene.engine.ask("rec", "name", "calm", "at-frame", "\(start)")
            scene.probe.waitFor(frame: start &+ 24_000)
            try scene.engine.ask("pause", "at-frame", "\(start &+ 48_000)")
            try scene.engine.ask("resume", "at-frame", "\(start &+ 48_000)")
            let began = Moment.now()
            for _ in 0..<50 { try scene.engine.ask("ping") }
            #expect(Double(Moment.now() - began) / 1e9 < 5)
            let end = start &+ 48_000 * 5
            scene.probe.waitFor(frame: end)
            let stopped = try scene.engine.ask("stop", "at-frame", "\(scene.soon)")
            #expect(stopped.int("lost_frames") == 0 && stopped.int("missed_frames") == 0)
            let samples = try Scene.samples(stopped.text("path"))
            // Past the joint of the pause that was none.
            let report = FrameReport(samples[60_000...], .fine)
            #expect(report.isClean, "\(report)")
            #expect(wait { (try? scene.engine.reply("hooks").items.contains { $0.text("status") == "overdue" }) ?? false })
        }
    }
}
