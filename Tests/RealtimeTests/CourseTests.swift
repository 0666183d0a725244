// Tests of the place of the playhead some frames ago (P2, issue 12 no. 11).
import Testing

@testable import Realtime

@Suite struct CourseTests {
    /// Telemetry of a rolling callback, with `timeline` as the next place.
    private func telemetry(_ frame: Int64, timeline: Double) -> Telemetry {
        let clock = SharedPage()
        var words = InlineArray<16, UInt64>(repeating: 0)
        words[0] = UInt64(bitPattern: frame)
        words[2] = timeline.bitPattern
        clock.publish(words)
        return Telemetry(clock)
    }

    private func place(_ course: Course, at frame: Int64, _ now: Telemetry, since first: UInt32 = 1) -> Double? {
        let page = SharedPage()
        var course = course
        course.publish(page)
        return PlayCourse(page).timeline(at: frame, now, since: first)
    }

    /// Plays from 0 at frame 1000, at rate 1; at 200 the loop goes back to 100, again and again.
    @Test func afterALoopsJumpWhatIsHeardIsStillBeforeIt() {
        var course = Course()
        course.go(at: 0, from: 0, step: 0, 1)
        course.go(at: 1000, from: 0, step: 1, 1)
        for frame in stride(from: Int64(1064), to: 1200, by: 64) { course.go(at: frame, from: Double(frame - 1000), step: 1, 1) }
        course.go(at: 1200, from: 100, step: 1, 1)
        course.go(at: 1300, from: 100, step: 1, 1)
        let now = telemetry(1310, timeline: 110)
        #expect(place(course, at: 1310, now) == 110)
        #expect(place(course, at: 1300, now) == 100)
        #expect(place(course, at: 1299, now) == 199)
        #expect(place(course, at: 1200, now) == 100)
        #expect(place(course, at: 1199, now) == 199)
        // Before the start of playback the playhead stood at the start.
        #expect(place(course, at: 900, now) == 0)
    }

    @Test func aChangeOfRateCountsFromItsFrameOn() {
        var course = Course()
        course.go(at: 0, from: 0, step: 1, 1)
        course.go(at: 500, from: 500, step: 2, 1)
        let now = telemetry(600, timeline: 700)
        #expect(place(course, at: 550, now) == 600)
        #expect(place(course, at: 400, now) == 400)
    }

    /// The place in an earlier recording is no place in this one.
    @Test func whatWasHeardOfTheRecordingBeforeIsNoPlaceInThisOne() {
        var course = Course()
        course.go(at: 0, from: 90_000, step: 1, 3)
        course.go(at: 500, from: 0, step: 1, 4)
        let now = telemetry(600, timeline: 100)
        #expect(place(course, at: 550, now, since: 4) == 50)
        #expect(place(course, at: 400, now, since: 4) == nil)
        #expect(place(course, at: 400, now, since: 3) == 90_400)
    }
}
