// The measurement of recognisers. Main thread only.

/// Runs all parts of the measurement, and prints the result.
struct WordsBench {
    let plan: WordsPlan

    /// Runs all parts and prints the result. Throws the first failure.
    func run() throws(BenchError) {
        let result = try measure()
        try Output.write(plan.isJSON ? try result.json : result.table)
    }

    /// Runs all parts.
    func measure() throws(BenchError) -> WordsResult {
        let folder = try Folder(in: plan.folder)
        var result = WordsResult(period: plan.period, rate: plan.rate)
        if plan.parts.contains(.errors) { try RecogniserBench(folder: folder.path).run(&result) }
        if plan.parts.contains(.take) {
            try Server.run(rate: plan.rate, period: plan.period, folder: folder.path) { (_) throws(BenchError) in
                let source = try SourceClient("bench-source") { _ in .code }
                result.takes = try TakeBench(plan: plan, source: source, folder: folder.path).run()
            }
        }
        return result
    }
}
