// Tests the times of scheduled takes over changes of daylight saving, and their command lines (R18).
import Testing

@testable import Dictation

@Suite struct ScheduleRuleTests {
    /// Berlin in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
    static var berlin: LocalZone { LocalZone { $0 >= 1_774_746_000 && $0 < 1_792_890_000 ? 7200 : 3600 } }

    static func time(_ text: String) throws -> CalendarTime { try #require(CalendarTime(text)) }

    @Test func datesThatExistAreRead() throws {
        #expect("\(try Self.time("2026-12-01T20:00"))" == "2026-12-01 20:00:00")
        #expect("\(try Self.time("2028-02-29 7:05:09"))" == "2028-02-29 07:05:09")
        #expect(try Self.time("2026-11-25T00:00").weekday == 2)
        #expect(try Self.time("2026-11-29T00:00").weekday == 6)
        let wrong = [
            "2026-02-29T20:00", "2026-13-01T20:00", "2026-12-01T24:00", "2026-12-01T20:60", "2026-12-01", "20:00", "", "T",
            "2026-12-01T20:00:00Z", "-2026-12-01T20:00", "99999-12-01T20:00", "2026-12-01T20:0", "1969-12-31T20:00",
        ]
        for text in wrong { #expect(CalendarTime(text) == nil, "\(text)") }
    }

    /// Every day of four hundred years counts up by one.
    @Test func eachDateFollowsTheOneBefore() {
        var before = CalendarTime(count: 0).date
        for day in 1..<146_097 {
            let date = CalendarTime(count: day * 86_400).date
            let isNext = date.day == before.day + 1 && date.month == before.month && date.year == before.year
            let isMonth = date.day == 1 && date.month == before.month % 12 + 1 && date.year == before.year + (before.month / 12)
            if !(isNext || isMonth) { Issue.record("\(before) \(date)") }
            before = date
        }
        #expect(before == (2369, 12, 31))
    }

    @Test func wordsAreReadByTheLocalTime() throws {
        let now = try Self.time("2026-11-25T15:30:00")
        let first = { (text: String, every: ScheduleRule.Repeat) in
            ScheduleRule(text, every: every, now: now).map { "\($0.first)" }
        }
        #expect(first("20:00", .once) == "2026-11-25 20:00:00")
        #expect(first("15:30:01", .once) == "2026-11-25 15:30:01")
        #expect(first("15:30", .once) == "2026-11-26 15:30:00")
        #expect(first("7:30", .day) == "2026-11-26 07:30:00")
        #expect(first("today 7:30", .once) == "2026-11-25 07:30:00")
        #expect(first("tomorrow 7:30", .once) == "2026-11-26 07:30:00")
        #expect(first("2026-11-28T20:00", .weekday) == "2026-11-30 20:00:00")
        for text in ["", "noon", "25:00", "tomorrow", "20:00 tomorrow", "8", "tomorrow 7:30 20:00"] {
            #expect(first(text, .once) == nil, "\(text)")
        }
    }

    @Test func takesThatOverlapAreFound() throws {
        func take(_ first: String, _ every: ScheduleRule.Repeat) throws -> ScheduledTake {
            try ScheduledTake(
                number: 1, line: "rec", rule: ScheduleRule(from: try Self.time(first), every: every), authority: .owner,
                wakes: false)
        }
        func clash(_ one: ScheduledTake, _ two: ScheduledTake, _ own: Double?, _ other: Double?) -> String? {
            let (first, second) = (one.clash(with: two, lengths: (own, other)), two.clash(with: one, lengths: (other, own)))
            #expect(first == second)
            return first.map { "\($0)" }
        }
        let evening = try take("2026-11-27T20:00", .once)
        #expect(try clash(evening, take("2026-11-27T20:30", .once), 3600, 60) == "2026-11-27 20:30:00")
        #expect(try clash(evening, take("2026-11-27T21:00", .once), 3600, 60) == nil)
        #expect(try clash(evening, take("2026-11-27T19:00", .once), 3600, 3600.5) == "2026-11-27 20:00:00")
        #expect(try clash(evening, take("2027-11-27T20:00", .once), nil, 1) == "2027-11-27 20:00:00")
        // A daily take from years before, and one of each week that meets it at its end only.
        let daily = try take("1970-01-01T20:30", .day)
        #expect(clash(evening, daily, 3600, 60) == "2026-11-27 20:30:00")
        #expect(clash(evening, daily, 60, 60) == nil)
        #expect(try clash(daily, take("9999-12-01T20:30", .once), 60, 60) == "9999-12-01 20:30:00")
        #expect(try clash(daily, take("2026-11-26T20:31", .week), 60, 60) == nil)
        // From Friday on, the take of each Monday is the first that one of each weekday meets.
        let weekday = try take("2026-11-27T21:00", .weekday)
        #expect(try clash(weekday, take("2026-11-23T20:59", .week), 60, 61) == "2026-11-30 21:00:00")
    }

    @Test func repeatsKeepTheTimeOfDay() throws {
        let friday = try Self.time("2026-11-27T20:00")
        let next = { (every: ScheduleRule.Repeat) in
            ScheduleRule(from: friday, every: every).next(after: friday).map { "\($0)" }
        }
        #expect(next(.once) == nil)
        #expect(next(.day) == "2026-11-28 20:00:00")
        #expect(next(.weekday) == "2026-11-30 20:00:00")
        #expect(next(.week) == "2026-12-04 20:00:00")
    }

    /// 2:30 is left out on 29 March and comes twice on 25 October.
    @Test func daylightSavingKeepsTheTimeOfTheWallClock() throws {
        let zone = Self.berlin
        func utc(_ text: String) throws -> String {
            "\(CalendarTime(count: zone.seconds(of: try Self.time(text))))"
        }
        #expect(try utc("2026-03-28T20:00") == "2026-03-28 19:00:00")
        #expect(try utc("2026-03-29T20:00") == "2026-03-29 18:00:00")
        #expect(try utc("2026-03-29T01:59:59") == "2026-03-29 00:59:59")
        #expect(try utc("2026-03-29T02:30") == "2026-03-29 01:30:00")
        #expect(try utc("2026-03-29T03:00") == "2026-03-29 01:00:00")
        #expect(try utc("2026-10-24T20:00") == "2026-10-24 18:00:00")
        #expect(try utc("2026-10-25T02:30") == "2026-10-25 00:30:00")
        #expect(try utc("2026-10-25T03:00") == "2026-10-25 02:00:00")
        #expect(try utc("2026-10-25T20:00") == "2026-10-25 19:00:00")
        #expect("\(zone.local(zone.seconds(of: try Self.time("2026-03-29T02:30"))))" == "2026-03-29 03:30:00")
    }

    /// New York in 2026: summer time until 1 November 06:00 UTC.
    @Test func aTimeToTheWestHasItsDistanceToo() throws {
        let zone = LocalZone { $0 < 1_793_512_800 ? -14_400 : -18_000 }
        #expect(zone.text(of: try Self.time("2026-11-01T01:30")) == "2026-11-01 01:30:00 -04:00")
        #expect(zone.text(of: try Self.time("2026-11-01T02:00")) == "2026-11-01 02:00:00")
    }

    /// Once the first 2:30 of 25 October has passed, 2:30 is the second one. Before, such a take went to the next day, or was refused.
    @Test(arguments: ["2:30", "today 2:30", "2026-10-25T02:30"]) func aTimeThatComesTwiceIsTheNextOne(text: String) throws {
        let zone = Self.berlin
        let (first, second) = (1_792_888_200, 1_792_891_800)
        func read(_ every: ScheduleRule.Repeat, _ now: Int) throws -> ScheduleRule {
            try #require(ScheduleRule(text, every: every, now: now, in: zone))
        }
        // At 2:29:59 and 2:40 of summer time, then at 2:10 of winter time.
        for (now, due) in [(first - 1, first), (first, second), (first + 600, second), (second - 1200, second)] {
            let rule = try read(.day, now)
            #expect(zone.seconds(of: rule.first) == due && "\(rule.first)" == "2026-10-25 02:30:00", "\(now)")
            let distance = due == first ? "+02:00" : "+01:00"
            #expect(zone.text(of: rule.first) == "2026-10-25 02:30:00 \(distance)", "\(now)")
            // The next day has one of them.
            let next = try #require(rule.next(after: rule.first))
            #expect(zone.text(of: next) == "2026-10-26 02:30:00")
            #expect("\(next)" == "2026-10-26 02:30:00" && zone.seconds(of: next) == second + 86_400)
            #expect(rule.coming(from: rule.first, length: 0, now: due - 1, in: zone).missed == 0)
            #expect(rule.coming(from: rule.first, length: 0, now: due, in: zone).missed == 1)
            let take = try ScheduledTake(number: 3, line: "rec", rule: rule, authority: .owner, wakes: false)
            let kept = try #require(ScheduledTake.takes(in: ScheduledTake.text([take], last: 3))?.takes.first)
            #expect(kept == take && kept.next.map(zone.seconds) == due, "\(now)")
        }
        // Both have passed, and a rule for Monday to Friday leaves a Sunday out.
        let passed = try read(.once, second)
        #expect(zone.seconds(of: passed.first) == (text == "2:30" ? second + 86_400 : first))
        let weekday = try read(.weekday, first)
        #expect("\(weekday.first)" == "2026-10-26 02:30:00")
    }

    @Test func timesThatAreOverArePassedOver() throws {
        let zone = Self.berlin
        let rule = ScheduleRule(from: try Self.time("2026-10-23T20:00"), every: .day)
        let now = { (text: String) in zone.seconds(of: try Self.time(text)) }
        let inside = rule.coming(from: rule.first, length: 3600, now: try now("2026-10-23T20:59:59"), in: zone)
        #expect(inside.missed == 0 && inside.time == rule.first)
        let after = rule.coming(from: rule.first, length: 3600, now: try now("2026-10-23T21:00:00"), in: zone)
        #expect(after.missed == 1 && after.time == rule.first.later(days: 1))
        let days = rule.coming(from: rule.first, length: 3600, now: try now("2026-10-26T20:30:00"), in: zone)
        #expect(days.missed == 3 && days.time == rule.first.later(days: 3))
        let once = ScheduleRule(from: rule.first, every: .once)
        #expect(once.coming(from: once.first, length: 0, now: try now("2026-10-24T00:00"), in: zone).time == nil)
    }

    @Test(arguments: [
        "rec", "rec choir --for 1h --format flac --bits 24", "rec \"the mayor's talk\" --preroll 2.5s --draft",
        "rec 'a \"b\"' --for 48000f --voice --threshold -40", "rec x --for 0.1234567891s",
    ])
    func theCommandLineIsKept(_ line: String) throws {
        let plain = try Request(line: line)
        let asked = try Request(line: line + " --at 20:00 --every day --wake")
        let kept = try #require(asked.scheduledLine)
        #expect(try Request(line: kept) == plain, "\(kept)")
        let rule = ScheduleRule(from: try Self.time("2026-12-01T20:00"), every: .week)
        var take = try ScheduledTake(number: 3, line: kept, rule: rule, authority: .surface, wakes: true)
        take.missed = (rule.first, "no JACK server")
        take.next = rule.next(after: rule.first)
        let read = try #require(ScheduledTake.takes(in: ScheduledTake.text([take], last: 7)))
        #expect(read.takes == [take] && read.last == 7)
    }

    /// A take of a newer version, and one that is damaged, cost none of the others and are written as they were (R18).
    @Test func aTakeThatCannotBeReadIsKept() throws {
        let rule = ScheduleRule(from: try Self.time("2026-12-01T20:00"), every: .week)
        let take = try ScheduledTake(number: 3, line: "rec choir", rule: rule, authority: .owner, wakes: false)
        let newer = "{\"number\":12,\"line\":\"rec choir --moon full\",\"first\":\"2026-12-01 20:00:00\",\"moon\":[1,2.50,null]}"
        let text = String(decoding: ScheduledTake.text([take], last: 3), as: UTF8.self)
        let end = try #require(text.lastIndex(of: "]"))
        let mixed = text[..<end] + ",{},\"?\"," + newer + text[end...]
        let read = try #require(ScheduledTake.takes(in: Array(mixed.utf8)))
        #expect(read.takes == [take] && read.unread.map(\.number) == [nil, nil, 12] && read.last == 12)
        let again = ScheduledTake.text(read.takes, last: read.last, unread: read.unread)
        #expect(try #require(ScheduledTake.takes(in: again)) == read)
        #expect(String(decoding: again, as: UTF8.self).contains("2.50"))
        #expect(ScheduledTake.takes(in: Array("{\"schema\":1,\"takes\":{}}".utf8)) == nil)
    }

    /// A number that has no next one costs neither the other takes nor the numbers to come.
    @Test func aDamagedNumberCostsNothingElse() throws {
        let line = "{\"number\":%,\"line\":\"rec\",\"first\":\"2026-12-01 20:00:00\",\"every\":\"once\",\"by\":\"owner\"}"
        let good = line.replacing("%", with: "5")
        for number in ["9223372036854775807", "1e18", "1000000000000000000", "-3", "0", "\"?\""] {
            for other in [line.replacing("%", with: number), "{\"number\":\(number),\"moon\":1}"] {
                let text = Array("{\"schema\":1,\"last\":9,\"takes\":[\(other),\(good)]}".utf8)
                let read = try #require(ScheduledTake.takes(in: text), "\(other)")
                #expect(read.takes.map(\.number) == [5] && read.last == 9 && read.unread.map(\.number) == [nil], "\(other)")
                let again = ScheduledTake.text(read.takes, last: read.last, unread: read.unread)
                #expect(String(decoding: again, as: UTF8.self).contains(number), "\(other)")
            }
        }
        for last in ["9223372036854775807", "9007199254740990", "-1", "1e300", "null"] {
            let read = ScheduledTake.takes(in: Array("{\"schema\":1,\"last\":\(last),\"takes\":[\(good)]}".utf8))
            #expect(read?.last == 5 && read?.takes.first?.number == 5, "\(last)")
        }
        let read = ScheduledTake.takes(in: Array("{\"schema\":1,\"last\":9,\"takes\":[\(good)]}".utf8))
        #expect(read?.last == 9 && read?.takes.first?.number == 5)
    }
}
