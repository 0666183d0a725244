// One kind of measurement in a report. Main thread only.

/// A kind of measurement that is done once in each round, and its part of the page.
protocol ReportPart {
    /// Programs of others that take part if they are installed.
    var peers: [String] { get }
    /// Names of others that do not take part, since they are not installed.
    var missing: [String] { get }
    /// Failures within rounds that have figures all the same.
    var failures: [String] { get }
    /// Sections of the page, for the rounds that were measured.
    var sections: [PageSection] { get }

    /// Measures one round. Throws `leftOut` if something that it needs is not installed.
    mutating func measure(round: Int, folder: String) throws(BenchError)
}

extension ReportPart {
    var missing: [String] { peers.filter { Environment.program($0, isOurs: false) == nil } }
    var failures: [String] { [] }
}
