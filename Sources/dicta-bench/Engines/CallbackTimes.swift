// Run times of dictad's process callback, as dictad reports them. One thread; a value.

/// Percentiles and maximum, in microseconds.
struct CallbackTimes: Decodable {
    let p50: Double
    let p99: Double
    let p999: Double
    let max: Double

    enum CodingKeys: String, CodingKey {
        case p50 = "callback_p50_us"
        case p99 = "callback_p99_us"
        case p999 = "callback_p999_us"
        case max = "callback_max_us"
    }

    /// The times in percent of a period.
    func shares(period: Int, rate: Int) -> [Double] {
        [p50, p99, p999, max].map { $0 * Double(rate) / Double(period) / 10_000 }
    }
}
