// Tests the gongs of a run against a walk through all of its frames (K6).
import Testing

@testable import Cues

@Suite struct TimerPlanTests {
    private static let plans: [(length: Int64, countdown: Int64, interval: Int64)] = [
        (1, 0, 0), (10, 3, 0), (10, 0, 3), (9, 5, 3), (9, 0, 9), (9, 0, 20), (2, 1, 1), (30, 7, 4),
    ]

    @Test(arguments: plans) func eachGongFollowsTheOneBefore(_ plan: (length: Int64, countdown: Int64, interval: Int64)) {
        let run = TimerPlan(length: plan.length, countdown: plan.countdown, interval: plan.interval)
        for place in -plan.countdown - 1...plan.length + 2 {
            let wanted = (place + 1..<max(place + 2, plan.length + 3)).first { frame in
                let isInterval = plan.interval > 0 && frame > 0 && frame < plan.length && frame % plan.interval == 0
                return frame == 0 || frame == plan.length || isInterval
            }
            let next = run.gong(after: place)
            #expect(next?.frame == wanted, "\(plan) \(place)")
            #expect(next.map { $0.gong == ($0.frame == 0 ? .start : $0.frame == plan.length ? .finish : .interval) } != false)
        }
    }

    /// The longest times that a user can give do not overflow.
    @Test func theLongestTimesAreSafe() {
        let most: Int64 = 1_000_000_000_000_000
        let run = TimerPlan(length: most, countdown: most, interval: most)
        #expect(run.gong(after: -most)?.frame == 0 && run.gong(after: 0)?.frame == most && run.gong(after: most) == nil)
    }
}
