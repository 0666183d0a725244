// Commands and state messages in a report. Main thread only.

/// Time until commands are answered, and the cost of meters that are watched.
struct ControlPart: ReportPart {
    private var plan: ControlPlan
    private var results: [ControlResult] = []

    let peers = [Looper.name]

    init(_ report: ReportPlan) throws(BenchError) {
        plan = try ControlPlan([:], isJSON: false)
        plan.rounds = 1
        plan.count = report.isQuick ? 200 : 1000
        plan.seconds = report.isQuick ? 1 : 2
    }

    mutating func measure(round: Int, folder: String) throws(BenchError) {
        (plan.firstRound, plan.folder) = (round, folder)
        results.append(try ControlBench(plan: plan).measure())
    }

    var sections: [PageSection] {
        let looper = trip(ControlResult.looper).series { $0.p50 }
        let ratio = looper.median == nil ? [] : ["times sooperlooper"]
        var trips = PageTable(columns: ["command", "half within, µs", "99 of 100 within, µs"] + ratio)
        for what in ControlResult.ways where !trip(what).measured.isEmpty {
            let half = trip(what).series { $0.p50 }
            let times = ratio.isEmpty ? [] : [(half / looper).text(2)]
            trips.rows.append([what, half.text(), trip(what).series { $0.p99 }.text()] + times)
        }
        var meters = PageTable(columns: ["subscribers", "messages/s each", "CPU ms/s", "times none"])
        for first in results.first?.meters ?? [] {
            let row = RowRounds(results.map(\.meters)) { $0.subscribers == first.subscribers }
            let none = RowRounds(results.map(\.meters)) { $0.subscribers == 0 }.series { $0.processor }
            let cost = row.series { $0.processor * 1000 }
            meters.rows.append([
                "\(first.subscribers)", row.series { $0.messages }.text(1), cost.text(),
                (row.series { $0.processor } / none).text(2),
            ])
        }
        let silent = Set(results.compactMap(\.leftOut)).sorted()
        return [
            PageSection(
                title: "Commands",
                words: [
                    """
                    Microseconds from a question to its answer, \(plan.count) in a round, one after the other: a ping of dictad over
                    its socket and over UDP, and the OSC ping of sooperlooper by the same client. Below: processor time of the whole
                    engine in a second, while nobody, one client and ten clients watch its meters at 30 Hz.
                    """
                ],
                tables: [trips, meters], remarks: silent.map { "Left out: \($0)" }, highlights: highlights(looper))
        ]
    }

    private func trip(_ what: String) -> RowRounds<ControlResult.Trip> {
        RowRounds(results.map(\.trips)) { $0.what == what }
    }

    private func highlights(_ looper: Series) -> [String] {
        let (socket, own) = (trip(ControlResult.socket).series { $0.p50 }, trip(ControlResult.udp).series { $0.p50 })
        guard own.median != nil else { return [] }
        var words = "A ping is answered after \(socket.middle()) µs over the Unix socket, and after \(own.middle()) µs over UDP"
        if looper.median != nil { words += "; a ping of sooperlooper over UDP is answered after \(looper.middle()) µs" }
        return [words + "."]
    }
}
