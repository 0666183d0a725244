// Result of `dicta-bench control`. One thread; a value.

/// Round trips, and the cost of meters that are watched.
struct ControlResult: BenchReport {
    /// Time from a question to its answer, in microseconds.
    struct Trip: Encodable {
        let what: String
        let count: Int
        let p50: Double
        let p99: Double

        init(_ what: String, _ times: [Double]) {
            let sorted = times.sorted()
            self.what = what
            count = sorted.count
            p50 = Median.of(sorted)
            p99 = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
        }

        init(medianOf rounds: [Trip]) {
            what = rounds.first?.what ?? ""
            count = rounds.reduce(0) { $0 + $1.count }
            p50 = Median.of(rounds.map(\.p50))
            p99 = Median.of(rounds.map(\.p99))
        }
    }

    /// Cost of meters for a number of subscribers.
    struct Meters: Encodable {
        let subscribers: Int
        /// Messages a second that each subscriber got.
        let messages: Double
        /// CPU seconds of the whole engine in a second.
        let processor: Double

        init(subscribers: Int, messages: Double, processor: Double) {
            self.subscribers = subscribers
            self.messages = messages
            self.processor = processor
        }

        init(medianOf rounds: [Meters]) {
            self.init(
                subscribers: rounds.first?.subscribers ?? 0, messages: Median.of(rounds.map(\.messages)),
                processor: Median.of(rounds.map(\.processor)))
        }
    }

    /// Names of the ways on which a command is sent.
    static let socket = "dictad, Unix socket"
    static let udp = "dictad, UDP"
    static let looper = "sooperlooper, UDP"
    static let ways = [socket, udp, looper]

    let rate: Int
    let period: Int
    let rounds: Int
    /// The reason for which the other program is left out.
    var leftOut: String?
    var trips: [Trip] = []
    var meters: [Meters] = []

    /// Makes an empty result of a plan.
    init(_ plan: ControlPlan) {
        rate = plan.rate
        period = plan.period
        rounds = plan.rounds
    }

    /// The result as a table for people.
    var table: String {
        let trips = self.trips.map { [$0.what, "\($0.count)", Text.decimal($0.p50, 0), Text.decimal($0.p99, 0)] }
        let floor = meters.first?.processor ?? 0
        let watched = meters.map { row in
            [
                "\(row.subscribers)", Text.decimal(row.messages, 1), Text.decimal(row.processor * 1000, 2),
                floor > 0 ? Text.decimal(row.processor / floor, 2) : "-",
            ]
        }
        return "\(rate) Hz, period \(period), medians of \(rounds) rounds\n\nping and its answer, us\n"
            + Text.table([["what", "pings", "p50", "p99"]] + trips, left: 1) + "\nmeters at 30 Hz, engine and all its threads\n"
            + Text.table([["subscribers", "messages/s each", "CPU ms/s", "ratio"]] + watched, left: 0)
    }
}
