// Tests of `dicta-bench report`: pages of short runs, and the page of the repository.
import FoundationEssentials
import TestSupport
import Testing

@Suite("dicta-bench report: a page with medians, spread and the machine, and no figure typed by hand")
struct ReportTests {
    private let folder = TempFolder()

    private static let root = String(#filePath.dropLast("Tests/DictaTests/ReportTests.swift".count))
    private static let marks = (begin: "<!-- numbers -->", end: "<!-- /numbers -->")

    /// Runs the report in a PATH that has only these programs of the system.
    private func report(_ words: [String], programs: [String] = []) throws -> Finished {
        let path = folder.file("bin")
        if Files.mode(path) == nil {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        for name in programs where Files.mode("\(path)/\(name)") == nil {
            try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: "/usr/bin/\(name)")
        }
        return Process.run(
            try Terminal.products() + "/dicta-bench", ["report", "--folder", folder.path] + words,
            environment: ["PATH": path, "HOME": folder.path])
    }

    /// The lines between the marks, with the marks.
    private func quoted(_ text: String) throws -> Substring {
        let begin = try #require(text.firstRange(of: Self.marks.begin))
        let end = try #require(text[begin.upperBound...].firstRange(of: Self.marks.end))
        return text[begin.lowerBound..<end.upperBound]
    }

    /// The cells of all rows of tables, headings too.
    private func tables(_ text: String) -> [[String]] {
        text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { String($0.dropFirst().dropLast()) }
        }
    }

    /// Value, lowest and highest of a cell such as "12 (11 to 13)"; nil for other cells.
    private func spread(_ cell: String) -> [Double]? {
        guard let found = cell.wholeMatch(of: /(-?[0-9.]+) \((-?[0-9.]+) to (-?[0-9.]+)\)/) else { return nil }
        return [found.1, found.2, found.3].compactMap { Double($0) }
    }

    @Test("a quick run: all sections, a spread for each figure, missing programs by name, and the same lines in the README")
    func page() throws {
        let (page, readme) = (folder.file("numbers.md"), folder.file("README.md"))
        #expect(folder.write("# Old\n\n\(Self.marks.begin)\n- 5 ms\n\(Self.marks.end)\n\nThe end.\n", to: "README.md"))
        let run = try report(
            ["--quick", "--only", "control,library", "--to", page, "--quote", readme], programs: ["jackd", "ls", "grep"])
        #expect(run.code == 0 && run.output.isEmpty, "\(run)")
        let text = try #require(Files.read(page))
        let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
        #expect(headings == ["# Numbers", "## In short", "## Machine", "## Library", "## Commands"])
        #expect(text.contains("All was done in 2 rounds;") && text.contains("a quick one"))
        #expect(text.contains("Not installed and left out: `sooperlooper`."), "\(text)")
        #expect(text.contains("| Not installed, left out | sooperlooper |"))
        #expect(text.contains("--only control,library --to \(page)"))
        for name in ["Run", "Processor", "Memory", "System", "Disk of the files", "Libraries", "Programs", "Other work"] {
            #expect(text.contains("| \(name) | "), "\(name)")
        }
        let rows = tables(text)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (one, next) in zip(lines, lines.dropFirst()) where one.hasPrefix("|") && next.hasPrefix("|") {
            #expect(one.split(separator: "|").count == next.split(separator: "|").count, "\(one)\n\(next)")
        }
        let spreads = rows.joined().compactMap(spread)
        #expect(spreads.count > 20 && spreads.allSatisfy { $0[1] <= $0[0] && $0[0] <= $0[2] }, "\(text)")
        #expect(Set(text.split { !$0.isLetter }).isDisjoint(with: ["nan", "inf"]))
        let quote = try #require(Files.read(readme))
        #expect(quote.hasPrefix("# Old\n\n") && quote.hasSuffix("\n\nThe end.\n") && !quote.contains("- 5 ms"))
        #expect(try quoted(quote) == quoted(text))
        #expect(try quoted(quote).split(separator: "\n").count { $0.hasPrefix("- ") } == 3, "\(quote)")
    }

    @Test("a ratio is that of its figures, and one round has no spread") func ratio() throws {
        let run = try report(["--quick", "--rounds", "1", "--only", "library"], programs: ["jackd", "ls", "grep"])
        #expect(run.code == 0, "\(run)")
        let row = try #require(tables(run.output).first { $0.first == "dicta ls, the whole process" })
        let own = try #require(Double(row[1]))
        let other = try #require(Double(row[3]))
        let ratio = try #require(Double(row[4]))
        // All three are rounded.
        #expect(abs(own / other - ratio) < 0.1 * ratio, "\(row)")
        #expect(tables(run.output).joined().allSatisfy { spread($0) == nil })
    }

    @Test("what cannot be measured is told: left out if it is not installed, a failure otherwise") func missing() throws {
        // Without sox there is no speech for the recognisers.
        let absent = try report(["--quick", "--only", "words"], programs: ["jackd"])
        #expect(absent.code == 0 && absent.output.contains("## Left out: words\n\nNothing was measured: "), "\(absent)")
        let broken = TempFolder()
        let failed = Process.run(
            try Terminal.products() + "/dicta-bench", ["report", "--quick", "--only", "control", "--folder", broken.path],
            environment: ["PATH": broken.path])
        #expect(failed.code == 1 && failed.output.contains("## Failed: control\n\nNot measured, since it failed:\n"), "\(failed)")
        #expect(!failed.output.contains("## Commands"))
        #expect(failed.output.contains("no 'jackd' in PATH") && failed.errors.contains("not all was measured: control"))
    }

    @Test(
        "wrong options end it before anything is measured",
        arguments: [
            // Each option and each place, with words and a code of its own.
            (["--only", "nonsense"], "'nonsense' is no kind of measurement", 2), (["--only", ""], "nothing to measure", 2),
            (["--rounds", "0"], "'0' is no number", 2), (["--json"], "'--json' is not known", 2),
            (["--to"], "--to needs a value", 2),
            (["--quote", "/etc/hostname"], "has no lines between", 2), (["--to", "/nowhere/page.md"], "cannot write", 1),
            (["--to", "/etc"], "is a folder", 1), (["--folder", "/nowhere"], "cannot make a folder", 1),
        ])
    func refusals(words: [String], message: String, code: Int32) throws {
        let run = try report(["--quick"] + words)
        #expect(run.code == code && run.errors.contains(message) && run.output.isEmpty, "\(run)")
        #expect(!run.errors.contains("round 1"))
    }

    @Test("the page of the repository is of a release build, and the README has its lines and no other measured figure")
    func repository() throws {
        let page = try #require(Files.read(Self.root + "session/numbers.md"))
        let readme = try #require(Files.read(Self.root + "README.md"))
        #expect(page.contains(", release build |"))
        #expect(try quoted(page) == quoted(readme))
        // Sample output and commands are no claims.
        var isCode = false
        let prose = readme.replacing(try quoted(readme), with: "").split(separator: "\n").filter { line in
            if line.hasPrefix("```") {
                isCode.toggle()
                return false
            }
            return !isCode && !line.hasPrefix("    ")
        }.joined(separator: "\n").replacing(/`[^`]*`/, with: "")
        let claims = prose.matches(of: /[0-9][0-9.,]* ?(ms|µs|us|%|[kKMG]i?B|times|processor seconds|CPU)(?![a-zA-Z])/).map {
            String($0.0)
        }
        #expect(claims.isEmpty, "these figures are not from session/numbers.md: \(claims)")
    }
}
