// The player in a report. Main thread only.

/// Cost of rate and pitch, delays, engines that play at once, and cues.
struct PlayerPart: ReportPart {
    private(set) var plan: PlayPlan
    private(set) var results: [PlayResult] = []

    let peers = ["rubberband"]
    /// Engines that play at once are sought in these rounds only: it takes long, and gives a whole number.
    private let engineRounds: Int

    init(_ report: ReportPlan) throws(BenchError) {
        plan = try PlayPlan([:], isJSON: false)
        (plan.turns, plan.sound) = (1, report.isQuick ? 10 : 20)
        plan.rounds = report.isQuick ? 2 : 4
        plan.seconds = report.isQuick ? 1 : 2
        plan.engines = ["finer": 8, "faster": 8]
        engineRounds = report.isQuick ? 0 : 3
    }

    mutating func measure(round: Int, folder: String) throws(BenchError) {
        (plan.firstRound, plan.folder) = (round, folder)
        plan.parts = PlayPlan.Part.allCases.filter { $0 != .engines || round < engineRounds }
        let result = try PlayBench(plan: plan).measure()
        for row in result.engines { plan.engines[row.quality] = row.largest }
        results.append(result)
    }

    var failures: [String] { results.flatMap(\.failures).map { "\($0.part): \($0.words)" } }

    var sections: [PageSection] { [stretch, delays, engines, cues].filter { !$0.tables.allSatisfy(\.rows.isEmpty) } }
}
