// Tests of the table of commands.
import Dictation
import Messages
import Testing

@Suite("CommandTable: the table itself (C8)")
struct CommandTableTests {
    @Test("names are unique, plain words, and lead back to their command")
    func names() throws {
        let names = CommandTable.all.map(\.name)
        #expect(Set(names).count == names.count)
        for command in CommandTable.all {
            #expect(command.name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
            #expect(try CommandTable.command(named: command.name) == command)
            #expect(command.address == "/dicta/" + command.name)
            if command.needsEngine { #expect(try CommandTable.command(at: command.address) == command) }
        }
    }

    @Test("every verb has one row, under its own name, and every row has a verb")
    func typed() throws {
        #expect(Set(Verb.allCases).count == Verb.allCases.count)
        for verb in Verb.allCases {
            let rows = CommandTable.rows.filter { $0.verb == verb }
            #expect(rows.count == 1 && rows.first?.name == verb.name, "\(verb)")
            #expect(try CommandTable.command(verb) == rows.first)
        }
        #expect(Set(CommandTable.rows.map(\.verb)) == Set(Verb.allCases))
        #expect(CommandTable.rows.count == Verb.allCases.count)
    }

    @Test("every key is that of a parameter or a setting, and a request of the program is checked like one from outside")
    func keys() throws {
        let parameters = CommandTable.rows.flatMap(\.parameters) + CommandTable.programOptions
        #expect(Set((parameters.map(\.key) + SettingsTable.all.map(\.key))) == Set(ParameterKey.allCases))
        for command in CommandTable.all where command.parameters.allSatisfy({ !$0.isRequired }) {
            #expect(try CommandTable.request(command.verb) == command.check(named: []), "\(command.name)")
        }
        #expect(try CommandTable.request(.playing(.rate), [.factor: .int(2)]).double(.factor) == 2)
        #expect(throws: CommandError.self) { try CommandTable.request(.playing(.rate), [.factor: .int(3)]) }
        #expect(throws: CommandError.self) { try CommandTable.request(.playing(.rate), [.cents: .int(1)]) }
        #expect(throws: CommandError.self) { try CommandTable.request(.playing(.rate)) }
    }

    @Test("help lists each need of a verb once")
    func needs() {
        for command in CommandTable.all where command.needsEngine {
            let page = CommandHelp.page(of: command).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard let start = page.firstRange(of: "Needs: ") else {
                Issue.record("\(command.name): no needs")
                continue
            }
            let rest = page[start.upperBound...]
            let end = ["While:", "Fails:"].compactMap { rest.firstRange(of: $0)?.lowerBound }.min() ?? rest.endIndex
            let needs = rest[..<end].split(separator: ";").map { $0.split(separator: " ").joined(separator: " ") }
            #expect(Set(needs).count == needs.count, "\(command.name): \(needs)")
        }
    }

    @Test("has every verb of the issue")
    func verbs() {
        let verbs = [
            "start", "status", "rec", "pause", "resume", "stop", "play", "locate", "ls", "info", "quit", "rate", "pitch", "dpc",
            "nudge", "cue", "review", "loop", "backstep", "gain", "monitor",
        ]
        #expect(Set(verbs).isSubset(of: CommandTable.all.map(\.name)))
    }

    @Test("each line is complete: a sentence, unique parameters, bare ones first, no clash with program options")
    func lines() {
        let program = Set(CommandTable.programOptions.map(\.name))
        for command in CommandTable.all {
            #expect(command.summary.english.last == ".", "\(command.name)")
            #expect(command.example.hasPrefix("dicta \(command.name)"))
            #expect(command.patience > 0)
            #expect(Set(command.parameters.map(\.name)).count == command.parameters.count)
            // Positional parameters come first, or their order would not be that of the table. A repeated one leaves no words
            // for others.
            let bare = command.parameters.filter(\.isPositional)
            #expect(command.parameters.starts(with: bare) && bare.dropLast().allSatisfy { !$0.isRepeatable }, "\(command.name)")
            #expect(program.isDisjoint(with: command.parameters.map(\.name)), "\(command.name)")
            for parameter in command.parameters {
                #expect(parameter.summary.english.last == ".", "\(command.name) \(parameter.name)")
            }
        }
        #expect(CommandGroup.allCases.flatMap(CommandTable.commands).count == CommandTable.all.count)
    }

    @Test("a stretch goes from --from to --until, --to is a name or a target; earlier names are read and shown nowhere")
    func optionNames() throws {
        let shown = [CommandHelp.overview] + ManualPage.allCases.map(\.text)
        for command in CommandTable.all {
            for parameter in command.parameters {
                #expect(parameter.key != .to || parameter.type == .text, "\(command.name)")
                let isStart = ["play", "load"].contains(command.name)
                #expect(parameter.key != .from || command.parameter(.until) != nil || isStart, "\(command.name)")
                for old in parameter.oldNames {
                    #expect(command.parameter(old)?.key == parameter.key)
                    #expect(ParameterKey(rawValue: old).flatMap { command.parameter($0) } == nil, "not the name of another")
                    #expect(command.notice(ofOld: old)?.contains("--\(old) is now ") == true)
                    #expect(!CommandHelp.page(of: command).contains("--\(old) "), "\(command.name)")
                    #expect(!command.branches.contains(old))
                }
                #expect(command.notice(ofOld: parameter.name) == nil)
            }
        }
        #expect(shown.allSatisfy { !$0.contains("--to TIME") })
        let cut = try CommandTable.command(named: "cut")
        let wanted = try cut.check(named: [.init("from", .text("1s")), .init("until", .text("2s"))])
        #expect(try cut.check(named: [.init("from", .text("1s")), .init("to", .text("2s"))]) == wanted)
        #expect(try Request(line: "cut --from 1s --to 2s") == wanted)
    }

    @Test("standard values pass their own check")
    func standards() throws {
        for command in CommandTable.all + [CommandTable.program, CommandTable.daemon] {
            for parameter in command.parameters {
                guard let standard = parameter.standard else { continue }
                #expect(try parameter.accept(standard, of: command.name) == standard)
            }
        }
    }

    @Test("a slip of the finger gets a suggestion, nonsense does not, a book does not take for ever")
    func suggestions() {
        #expect(throws: CommandError.unknownCommand("statsu", nearest: "status")) {
            try CommandTable.command(named: "statsu")
        }
        #expect(throws: CommandError.unknownCommand("/dicta/reck", nearest: "/dicta/rec")) {
            try CommandTable.command(at: "/dicta/reck")
        }
        #expect(throws: CommandError.unknownCommand("zzzzzzzz", nearest: nil)) {
            try CommandTable.command(named: "zzzzzzzz")
        }
        let book = String(repeating: "a", count: 100_000)
        #expect(throws: CommandError.unknownCommand(book, nearest: nil)) { try CommandTable.command(named: book) }
    }

    @Test("what the terminal does alone is not taken from the socket")
    func terminalOnly() {
        #expect(throws: CommandError.notByEngine(command: "start")) { try CommandTable.command(at: "/dicta/start") }
        #expect(throws: CommandError.notByEngine(command: "help")) { try CommandTable.command(at: "/dicta/help") }
    }

    @Test("failure codes are never renumbered, and each has its exit code")
    func codes() {
        #expect(FailureCode.allCases.map(\.rawValue) == Array(1...12))
        let exits = FailureCode.allCases.map(\.exitCode)
        #expect(exits == [1, 2, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1])
    }
}
