// Tests the units of systemd against systemd itself (R18).
import TestSupport
import Testing

@testable import Dictation

@Suite struct WakeUnitTests {
    static let analyze = "/usr/bin/systemd-analyze"
    static let reason: Comment = "no systemd-analyze (Debian: apt-get install systemd)"

    private static func rule(_ text: String, _ every: ScheduleRule.Repeat) throws -> ScheduleRule {
        ScheduleRule(from: try #require(CalendarTime(text)), every: every)
    }

    @Test func wordsAreQuoted() {
        let service = WakeUnits.service(["/a b/it's", "50%$", "\"\\", "a\nb"], engine: "5%\nx")
        #expect(service.contains("\"/a b/it's\" \"50%%$$\" \"\\\"\\\\\" \"a\\x0ab\"\n"), "\(service)")
        #expect(service.contains("The Dicta engine '5%% x'"), "\(service)")
    }

    @Test func theTimerIsAMinuteEarly() throws {
        #expect(try WakeUnits.calendar(Self.rule("2026-12-01T00:00", .once)) == "2026-11-30 23:59:00")
        #expect(try WakeUnits.calendar(Self.rule("2026-12-01T20:00", .day)) == "*-*-* 19:59:00")
        #expect(try WakeUnits.calendar(Self.rule("2026-12-01T20:00", .weekday)) == "Mon..Fri *-*-* 19:59:00")
        #expect(try WakeUnits.calendar(Self.rule("2026-12-01T00:00", .weekday)) == "Mon..Thu,Sun *-*-* 23:59:00")
        #expect(try WakeUnits.calendar(Self.rule("2026-12-01T00:00", .week)) == "Mon *-*-* 23:59:00")
    }

    /// The times of systemd are those of the rule, a minute early: over the end of a month, a year and a week.
    @Test(
        .enabled(if: Files.exists(analyze), reason),
        arguments: [
            "2026-12-01T20:00", "2026-12-01T00:00", "2026-12-01T00:01", "2026-12-28T00:00:30", "2027-01-01T00:00",
            "2028-02-29T07:05:09", "2026-11-28T12:00", "2026-11-29T00:00:59",
        ], ScheduleRule.Repeat.allCases)
    func systemdComesToTheSameTimes(_ text: String, _ every: ScheduleRule.Repeat) throws {
        let rule = try Self.rule(text, every)
        let line = WakeUnits.calendar(rule)
        let base = CalendarTime(count: rule.first.count - 3600)
        let shown = Process.run(
            Self.analyze, ["calendar", "--base-time=\(base)", "--iterations=6", line], environment: ["TZ": "UTC"])
        #expect(shown.code == 0, "\(shown)")
        let found = shown.output.split(separator: "\n").filter { $0.contains("Next elapse:") || $0.contains("Iter. #") }
            .compactMap { line in CalendarTime(line.split(separator: " ").suffix(3).dropLast().joined(separator: " ")) }
        var wanted: [CalendarTime] = []
        var next: CalendarTime? = rule.first
        while let time = next, wanted.count < 6 {
            wanted.append(CalendarTime(count: time.count - WakeUnits.lead))
            next = rule.next(after: time)
        }
        #expect(found == wanted, "\(line): \(shown.output)")
    }

    /// systemd takes the units of engines of any path, name and arguments.
    @Test(
        .enabled(if: Files.exists(analyze), reason),
        arguments: [
            "a b", "50%", "100%n", "$HOME", "${HOME}$", "quo\"te", "it's", "back\\slash", "new\nline", "-dash", "tab\tend",
        ])
    func systemdReadsTheUnits(_ word: String) throws {
        let folder = TempFolder()
        let name = WakeUnits.name(engine: word)
        let take = try ScheduledTake(
            number: 1, line: "rec", rule: try Self.rule("2099-12-01T20:00", .once), authority: .owner, wakes: true)
        let timer = try #require(WakeUnits.timer([take], engine: word))
        let service = WakeUnits.service([folder.file(word + "/dictad"), "--name", word], engine: word)
        #expect(folder.write(timer, to: name + ".timer") && folder.write(service, to: name + ".service"))
        let checked = Process.run(
            Self.analyze, ["--user", "verify", folder.file(name + ".timer"), folder.file(name + ".service")],
            environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path])
        #expect(checked.code == 0 && checked.errors.isEmpty, "\(checked)\n\(service)")
    }
}
