// Tests of the hook thread with real programs, checked by files and /proc.
import Control
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Engine

@Suite(.serialized) struct HookRunnerTests {
    let folder = TempFolder()

    /// A hook thread that runs until this object is released.
    final class Rig {
        let hooks: Hooks
        private var isOver = false

        init() throws { hooks = try Hooks() }

        func run(_ event: HookEvent, _ program: String, limit: Double = 30, input: String = "{}\n") {
            let environment = [
                "PATH=/usr/bin:/bin", "DICTA_EVENT=\(event.rawValue)", "DICTA_NAME=a \"name\"; with 'all' $(signs)",
            ]
            hooks.post(
                .run(
                    HookRunner.Job(
                        event: event, program: program, environment: environment, input: Array(input.utf8), limit: limit)))
        }

        /// The report of an event, once `isDone` is true for it; nil after `seconds`.
        func report(_ event: HookEvent, within seconds: Double = 20, _ isDone: (HookReport) -> Bool) -> HookReport? {
            for _ in 0..<Int(seconds * 100) {
                if let report = hooks.reports.first(where: { $0.event == event }), isDone(report) { return report }
                _ = usleep(10_000)
            }
            return nil
        }

        func ended(_ event: HookEvent, within seconds: Double = 20) -> HookReport? {
            report(event, within: seconds) { $0.end != nil && $0.running == 0 }
        }

        func quit() {
            guard !isOver else { return }
            isOver = true
            hooks.post(.quit)
            hooks.join()
        }

        deinit { quit() }
    }

    @Test func getsTheEventAsEnvironmentAndInput() throws {
        let fixture = try Rig()
        fixture.run(.marker, "cat; printf '%s|%s' \"$DICTA_EVENT\" \"$DICTA_NAME\"; exit 3", input: "{\"a\": 1}")
        let report = try #require(fixture.ended(.marker))
        #expect(report.end == .exit(3) && report.output == "{\"a\": 1}marker|a \"name\"; with 'all' $(signs)")
    }

    @Test func inheritsNothingAndIsItsOwnGroup() throws {
        let fixture = try Rig()
        fixture.run(
            .error, "ls /proc/self/fd | tr '\\n' ' '; ps -o pgid= -p $$ | tr -d ' '; echo $$; nice; grep SigBlk /proc/self/status"
        )
        let report = try #require(fixture.ended(.error))
        let lines = report.output.split(separator: "\n").map(String.init)
        // Descriptor 3 is the folder that ls itself reads.
        #expect(lines.first?.hasPrefix("0 1 2 3 ") == true, "\(report.output)")
        #expect(lines.count == 4 && lines[0].split(separator: " ").last == lines[1][...] && lines[2] == "10")
        #expect(lines[3].hasSuffix("0000000000000000"))
    }

    @Test func oneThatHangsIsEndedWithItsWholeGroup() throws {
        let fixture = try Rig()
        // The limit leaves the shell the time to set its traps, which a hook of low priority may get late.
        fixture.run(.xrun, "trap '' TERM; (trap '' TERM; sleep 77.25) & echo $! > \(folder.file("pid")); sleep 77.25", limit: 4)
        let report = try #require(fixture.ended(.xrun, within: 40))
        #expect(report.end == .overdue && report.seconds >= 5.9 && report.seconds < 30)
        let pid = try #require(Files.read(folder.file("pid")))
        #expect(isGone(pid))
    }

    @Test func whatItLeavesBehindEndsWithIt() throws {
        let fixture = try Rig()
        fixture.run(.loop, "sleep 77.5 & echo $! > \(folder.file("pid")); echo done")
        let report = try #require(fixture.ended(.loop))
        #expect(report.end == .exit(0) && report.output == "done\n" && report.seconds < 15)
        #expect(isGone(try #require(Files.read(folder.file("pid")))))
    }

    @Test func aFloodIsBoundedInMemoryAndTime() throws {
        let fixture = try Rig()
        let start = Moment.now
        fixture.run(.completed, "yes 0123456789", limit: 3)
        let report = try #require(fixture.ended(.completed))
        #expect(report.end == .overdue && report.output.utf8.count <= HookProcess.tailLength + 3)
        #expect(report.output.hasPrefix("...") && Moment.now.seconds(since: start) < 15)
        fixture.run(.completed, "echo last words")
        #expect(fixture.report(.completed) { $0.output == "last words\n" }?.end == .exit(0))
    }

    @Test func soManyAtOnceAndNoMoreWait() throws {
        let fixture = try Rig()
        fixture.hooks.post(.jobs(3))
        for _ in 0..<200 { fixture.run(.diskLow, "echo x >> \(folder.file("runs")); sleep 0.02") }
        let first = try #require(fixture.report(.diskLow) { $0.dropped > 0 })
        #expect(first.running <= 3)
        let last = try #require(fixture.report(.diskLow) { $0.waiting == 0 && $0.running == 0 })
        #expect(last.dropped + last.runs == 200 && last.runs >= 64 && last.end == .exit(0))
        #expect(Files.read(folder.file("runs"))?.utf8.count == 2 * last.runs)
    }

    /// A job that is being started is neither gone nor done.
    @Test func everyReportCountsAJobThatStarts() throws {
        let fixture = try Rig()
        for event in HookEvent.allCases {
            fixture.run(event, "true")
            var report: HookReport?
            let start = Moment.now
            while report?.end == nil, Moment.now.seconds(since: start) < 20 {
                report = fixture.hooks.reports.first { $0.event == event }
                guard let report, report.runs == 1, report.end == nil else { continue }
                #expect(report.running == 1, "\(event)")
            }
            #expect(report?.end == .exit(0) && report?.running == 0)
        }
    }

    @Test func quittingLetsThemFinish() throws {
        let fixture = try Rig()
        fixture.run(.recordStopped, "sleep 0.5; echo x > \(folder.file("done"))")
        fixture.run(.recordStarted, "sleep 0.1; echo x > \(folder.file("too"))")
        fixture.quit()
        #expect(Files.exists(folder.file("done")) && Files.exists(folder.file("too")))
    }

    @Test func whatIsNoProgramSaysSo() throws {
        let fixture = try Rig()
        fixture.run(.playStarted, "/no/such/program")
        let report = try #require(fixture.ended(.playStarted))
        #expect(report.end == .exit(127) && report.output.contains("not found"))
        fixture.run(.playStopped, "kill -9 $$")
        #expect(fixture.ended(.playStopped)?.end == .signal(9))
    }

    private func isGone(_ pid: String) -> Bool {
        guard let number = pid_t(pid.filter(\.isNumber)) else { return false }
        for _ in 0..<1000 {
            // A zombie counts as ended.
            guard let status = Files.read("/proc/\(number)/stat"), let bracket = status.lastIndex(of: ")") else { return true }
            if status[bracket...].hasPrefix(") Z") { return true }
            _ = usleep(10_000)
        }
        return false
    }
}
