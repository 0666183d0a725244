// Options of one measurement. One thread.

/// Options of one measurement, as the command line gives them.
protocol BenchPlan {
    /// Names of the options, without dashes; all take a value.
    static var options: [String] { get }

    /// Reads the options. Throws `usage`.
    init(_ options: [String: String], isJSON: Bool) throws(BenchError)
}
