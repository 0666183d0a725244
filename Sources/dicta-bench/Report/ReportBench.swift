// The report of all measurements. One thread; blocks for as long as it measures.
import Dictation
import System

/// Runs all kinds of measurement in rounds, and writes a page about them.
struct ReportBench {
    let plan: ReportPlan

    /// Runs all rounds and writes the page. Throws `unfit` at the end if something failed; the page tells it too.
    func run() throws(BenchError) {
        // A file that cannot be written is known before the work of many minutes.
        let page = try plan.page.map { path throws(BenchError) in try PageFile(path) }
        let quoting = try plan.quoting.map { path throws(BenchError) in try QuotingFile(path) }
        let folder = try Folder(in: plan.folder)
        let began = Timestamp.now
        var work = OtherWork()
        var kinds: [ReportEntry] = []
        for kind in plan.kinds { kinds.append(ReportEntry(kind: kind, part: try kind.part(plan))) }
        for round in 0..<plan.rounds {
            try work.look()
            for place in kinds.indices {
                Output.progress("round \(round + 1) of \(plan.rounds): \(kinds[place].kind.rawValue)")
                try kinds[place].measure(round: round, folder: folder.path)
            }
        }
        try work.end()
        let machine = Machine(plan, kinds.map(\.part), work: work, began: began, folder: folder.path)
        let text = ReportPage(plan: plan, machine: machine, kinds: kinds)
        if let page { try page.write(text.text) } else { try Output.write(text.text) }
        try quoting?.write(text.quoted)
        let failed = kinds.filter { !$0.failures.isEmpty }.map(\.kind.rawValue)
        if !failed.isEmpty { throw .unfit("not all was measured: \(failed.joined(separator: ", ")); the page tells why") }
    }
}
