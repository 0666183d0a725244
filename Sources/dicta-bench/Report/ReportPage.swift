// The page of a report. Any thread; a value.

/// A report as a page in Markdown.
struct ReportPage {
    let plan: ReportPlan
    let machine: Machine
    let kinds: [ReportEntry]

    /// Sections of a kind, with the programs that it lacks.
    private func sections(_ entry: ReportEntry) -> [PageSection] {
        if let words = entry.leftOut {
            return [PageSection(title: "Left out: \(entry.kind.rawValue)", words: ["Nothing was measured: \(words)."])]
        }
        var sections = entry.sections
        let missing = entry.part.missing
        if !missing.isEmpty, !sections.isEmpty {
            let names = missing.map { "`\($0)`" }.joined(separator: ", ")
            sections[0].remarks.append("Not installed and left out: \(names).")
        }
        if !entry.failures.isEmpty {
            let lines = entry.failures.map { "- \($0.replacing("\n", with: "\n  "))" }
            let words = "Not measured, since it failed:\n\n" + lines.joined(separator: "\n")
            if sections.isEmpty { return [PageSection(title: "Failed: \(entry.kind.rawValue)", words: [words])] }
            sections[sections.count - 1].remarks.append(words)
        }
        return sections
    }

    /// The most important figures, between the marks of files that quote them.
    var quoted: String {
        let lines = kinds.flatMap { sections($0).flatMap(\.highlights) }.map { Paragraph.wrapped("- \($0)") }
        return ([QuotingFile.marks.begin] + lines + [QuotingFile.marks.end]).joined(separator: "\n")
    }

    /// The whole page.
    var text: String {
        var facts = PageTable(columns: ["Machine and run", ""])
        facts.rows = machine.facts.map { [$0.name, $0.value] }
        let busy =
            machine.work.isMuch ? ["**The machine was busy with other work: only the ratios of this run tell something.**"] : []
        let blocks = [Self.title] + opening.map(Paragraph.wrapped) + busy + ["## In short", quoted, "## Machine", facts.text]
        return blocks.joined(separator: "\n\n") + "\n\n"
            + kinds.flatMap { sections($0) }.map(\.text).joined(separator: "\n")
    }

    private static let title = "# Numbers"

    private var opening: [String] {
        let rounds = plan.rounds == 1 ? "one round" : "\(plan.rounds) rounds"
        return [
            """
            `dicta-bench report` has measured and written this page in one run on one machine\(quick).
            No figure is typed by hand: a new run writes a new page, and the sentences that the README quotes from it.
            """,
            """
                session/run; session/run --stop     # builds and tries the programs, then ends the engine
                .build/release/dicta-bench report --to session/numbers.md --quote README.md
            """,
            """
            All was done in \(rounds); a section with fewer says so. In each round, Dicta and the programs of others do the same work
            in turn, and a different program goes first. A figure is the median of all rounds, with the lowest and the highest one in
            brackets. A figure without brackets was the same in each round, or is the worst of all rounds. Ratios are taken within a
            round. Compare figures of this page with each other only: those of another machine, or of another day, say more about the
            machine.
            """,
        ]
    }

    private var quick: String { plan.isQuick ? ", a quick one without what takes long" : "" }
}
