// Tests that compare printed text with stored text that a person has read.
import Dictation
import Glibc
import TestSupport
import Testing

@Suite("Help, man page and listings are as they were agreed (C4 C8)")
struct SnapshotTests {
    let terminal = Terminal()

    /// Compares with the stored text. With DICTA_RECORD set it stores the text and fails, so the variable cannot stay set
    /// unseen.
    private func check(_ text: String, _ name: String, at file: String = #filePath) throws {
        let stored = file.replacing("SnapshotTests.swift", with: "Snapshots/\(name)")
        guard unsafe getenv("DICTA_RECORD") != nil else {
            #expect(Files.read(stored) == text, "\(name) differs; look at it, then store it with DICTA_RECORD=1")
            return
        }
        #expect(Files.write(text, to: stored))
        Issue.record("stored \(name)")
    }

    @Test("the overview")
    func overview() throws {
        let run = try terminal.run("help")
        #expect(run.code == 0 && run.errors.isEmpty)
        try check(run.output, "help.txt")
        #expect(try terminal.run("--help").output == run.output)
        #expect(try terminal.run("-h").output == run.output)
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("the pages of all verbs, two ways to the same page")
    func pages() throws {
        var all = ""
        for command in CommandTable.all {
            let run = try terminal.run("help", command.name)
            #expect(run.code == 0 && run.errors.isEmpty)
            #expect(try terminal.run(command.name, "--help").output == run.output)
            #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(command.name)")
            all += run.output + "\n"
        }
        try check(all, "verbs.txt")
    }

    @Test("the man pages, which groff takes without a word", arguments: ManualPage.allCases)
    func manual(page: ManualPage) throws {
        let run = try terminal.run("help", "--man", page.rawValue)
        #expect(run.code == 0)
        let file = "\(page.rawValue).\(page.section)"
        try check(run.output, file)
        #expect(terminal.folder.write(run.output, to: file))
        let groff = Process.run("/usr/bin/groff", ["-man", "-ww", "-Tutf8", "-z", terminal.folder.file(file)])
        #expect(groff.code == 0 && groff.errors.isEmpty, "\(groff.errors)")
    }

    @Test("without a name the page of the remote, with all verbs; a wrong name is an error")
    func namelessManual() throws {
        let run = try terminal.run("help", "--man")
        #expect(try run.output == terminal.run("help", "--man", "dicta").output)
        for command in CommandTable.all { #expect(run.output.contains(".SS \"dicta \(command.name)")) }
        let wrong = try terminal.run("help", "--man", "jackd")
        #expect(wrong.code == 2 && wrong.errors.contains("dicta-settings"), "\(wrong)")
    }

    @Test("status, ls and info as people read them")
    func listings() throws {
        let engine = try terminal.engine { request, _ in .success(Samples.reply(to: request)) }
        defer { engine.stop() }
        var all = ""
        for words in [["status"], ["status", "--all"], ["ls"], ["info", "x"], ["meters"], ["pause"]] {
            let run = try terminal.run(words)
            #expect(run.code == 0 && run.errors.isEmpty)
            all += "$ dicta \(words.joined(separator: " "))\n\(run.output)\n"
        }
        try check(all, "listings.txt")
    }
}
