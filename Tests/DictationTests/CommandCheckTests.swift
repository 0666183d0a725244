// Tests of the check of arguments. They walk the table, so a new row is tested at once.
import Dictation
import Messages
import Testing

@Suite("Command.check: every way into the engine (C2)")
struct CommandCheckTests {
    /// A value that the parameter accepts.
    private static func right(_ parameter: CommandParameter) -> Value {
        if let choice = parameter.choices.first { return .text(choice) }
        switch parameter.type {
        case .integer, .jackFrame: return .int(Int64(parameter.limits?.lowerBound ?? 1))
        case .number: return .double(parameter.limits?.lowerBound ?? 1)
        case .level: return .double(0)
        case .size: return .text("2GB")
        case .text: return .text("x")
        case .flag: return .flag(true)
        case .time, .place: return .text("2s")
        case .marker: return .text("x")
        }
    }

    /// Values of a type that the parameter refuses.
    private static func wrong(_ parameter: CommandParameter) -> [Value] {
        switch parameter.type {
        case .integer, .jackFrame:
            [.text("1.5"), .text("one"), .flag(true), .double(1.5), .double(.nan), .double(.infinity), .double(1e300)]
        case .number: [.text("fast"), .text("nan"), .text("inf"), .flag(true), .double(.nan), .double(.infinity)]
        case .size: [.text("big"), .text("-1"), .text("1.2.3MB"), .flag(true), .double(0.5), .double(1e300)]
        case .level: [.text("loud"), .flag(true), .double(.nan), .text("inf")]
        case .text:
            [.double(1.5)] + (parameter.choices.isEmpty ? [.int(1)] : [])
                + (parameter.isSwitch || parameter.isKey ? [] : [.flag(true)])
        case .flag: [.text("maybe"), .text("1"), .int(2), .double(0.5)]
        case .marker: [.text(""), .text("@"), .flag(true), .double(1.5), .double(.infinity)]
        case .time, .place: [.text("soon"), .text(""), .flag(true), .double(.nan), .double(-.infinity)]
        }
    }

    /// Names without end, and pairs before a name: each is looked at a few times, and not once for each that follows (C16).
    @Test("a message or a line of many arguments is read once", .timeLimit(.minutes(1)))
    func many() throws {
        let names = (0..<50_000).map { "n\($0)" }
        #expect(try CommandTable.request(at: "/dicta/delete", names.map(Value.text)).texts(.name) == names)
        #expect(try Request(line: "delete " + names.joined(separator: " ")).texts(.name) == names)
        // All are bare, since the last two are no pair.
        let pairs = (0..<50_000).map { $0.isMultiple(of: 2) ? "--library" : "x" } + ["one", "two"]
        #expect(try CommandTable.request(at: "/dicta/delete", pairs.map(Value.text)).texts(.name) == pairs)
    }

    /// A word that is none of the choices of an action which may be left out is the next argument, as in a command line.
    @Test("an action that may be left out is left out in messages too (issue 39 no. 9)")
    func skipped() throws {
        for (address, arguments, line) in [
            ("/dicta/ask", [Value.text("house")], "ask house"),
            ("/dicta/ask", [.text("start"), .text("house")], "ask start house"),
            ("/dicta/ask", [.text("house"), .text("in"), .text("x")], "ask house --in x"),
            ("/dicta/transcript", [.text("memo")], "transcript memo"),
            ("/dicta/transcript", [.text("memo"), .text("as"), .text("vtt")], "transcript memo --as vtt"),
            ("/dicta/transcript", [.text("show"), .text("memo")], "transcript show memo"),
            ("/dicta/transcript", [.text("import"), .text("memo"), .text("/x.srt")], "transcript import memo /x.srt"),
        ] {
            #expect(try CommandTable.request(at: address, arguments).values == Request(line: line).values, "\(line)")
        }
        // Every command takes by place in a message what it takes by place in a line.
        for command in CommandTable.all where command.needsEngine {
            for (index, parameter) in command.parameters.enumerated() where parameter.mayBeSkipped {
                let next = try #require(command.parameters[index...].dropFirst().first)
                let request = try command.check(arguments: [.text("zzz")])
                #expect(request.text(next.key) == "zzz", "\(command.name)")
            }
        }
    }

    private static func required(_ command: Command, but name: String = "") -> [CommandArgument] {
        command.parameters.filter { $0.isRequired && $0.name != name }.map { CommandArgument($0.name, right($0)) }
    }

    @Test("the least call and the fullest call are right", arguments: CommandTable.all)
    func rightCalls(command: Command) throws {
        let least = try command.check(named: Self.required(command))
        for parameter in command.parameters where !parameter.isRequired {
            #expect(least.values[parameter.key] == parameter.standard)
        }
        let all = command.parameters.map { CommandArgument($0.name, Self.right($0)) }
        #expect(try command.check(named: all).values.count == command.parameters.count)
        let flat = all.flatMap { [Value.text($0.name), $0.value] }
        #expect(try command.check(arguments: flat) == command.check(named: all))
    }

    @Test("each wrong type is an error, and names what was wanted", arguments: CommandTable.all)
    func wrongTypes(command: Command) throws {
        for parameter in command.parameters {
            for value in Self.wrong(parameter) {
                let call = Self.required(command, but: parameter.name) + [CommandArgument(parameter.name, value)]
                let error = try #require(throws: CommandError.self) { try command.check(named: call) }
                guard case .wrongType(command.name, parameter.shown, parameter.type.wanted.text, _) = error else {
                    Issue.record("\(command.name) \(parameter.name) \(value): \(error)")
                    continue
                }
                #expect(error.code == .badArgument)
            }
        }
    }

    @Test("both ends of a range are in, one step beyond is out", arguments: CommandTable.all)
    func ranges(command: Command) throws {
        for parameter in command.parameters {
            guard let limits = parameter.limits else { continue }
            let required = Self.required(command, but: parameter.name)
            func check(_ number: Double) throws -> Request {
                try command.check(named: required + [CommandArgument(parameter.name, .double(number))])
            }
            _ = try check(limits.lowerBound)
            _ = try check(limits.upperBound)
            let isWhole = [.integer, .jackFrame, .size].contains(parameter.type)
            for beyond in isWhole
                ? [limits.lowerBound - 1, limits.upperBound + 1] : [limits.lowerBound.nextDown, limits.upperBound.nextUp]
            where beyond.isFinite {
                let error = try #require(throws: CommandError.self) { _ = try check(beyond) }
                guard case .outOfRange = error else {
                    Issue.record("\(command.name) \(parameter.name) \(beyond): \(error)")
                    continue
                }
            }
        }
    }

    @Test("choices are the only texts, and an empty text is none", arguments: CommandTable.all)
    func choices(command: Command) throws {
        for parameter in command.parameters where parameter.type == .text && !parameter.mayBeEmpty {
            let required = Self.required(command, but: parameter.name)
            for text in parameter.choices.isEmpty ? [""] : ["", "nonsense"] {
                let call = required + [CommandArgument(parameter.name, .text(text))]
                let error = try #require(throws: CommandError.self) { try command.check(named: call) }
                switch error {
                case .outOfRange(command.name, parameter.shown, parameter.allowed, _): break
                case .noChoice(command.name, parameter.shown, "'\(text)'", _): break
                default: Issue.record("\(command.name) \(parameter.name) '\(text)': \(error)")
                }
            }
        }
    }

    /// The choices are told once, with what was meant as far as it can be told.
    @Test(arguments: [
        ("timer", "5m", "did you mean 'dicta timer start 5m'?"), ("timer", "strat", "did you mean 'start'?"),
        ("timer", "yoga", "'dicta help timer' lists its arguments"), ("lock", "5m", "'dicta help lock' lists its arguments"),
    ])
    func noChoice(command: String, word: String, cure: String) throws {
        let row = try CommandTable.command(named: command)
        let choices = try #require(row.parameters.first).shown
        let error = try #require(throws: CommandError.self) { try row.readBare(word, after: []) }
        #expect(error.description == "\(command): '\(word)' is none of \(choices); \(cure)")
        #expect(error.code == .badArgument)
    }

    @Test("unknown, repeated, missing and unpaired arguments are errors", arguments: CommandTable.all)
    func shapes(command: Command) throws {
        let required = Self.required(command)
        let unknown = try #require(throws: CommandError.self) {
            try command.check(named: required + [CommandArgument("no-such-option", .int(1))])
        }
        #expect(unknown == .unknownOption(command: command.name, option: "no-such-option", nearest: nil))
        for parameter in command.parameters {
            let twice = Array(repeating: CommandArgument(parameter.name, Self.right(parameter)), count: 2)
            let call = Self.required(command, but: parameter.name) + twice
            if parameter.isRepeatable {
                #expect(try command.check(named: call).texts(parameter.key).count == 2)
            } else {
                #expect(throws: CommandError.repeated(command: command.name, parameter: parameter.shown)) {
                    try command.check(named: call)
                }
            }
            guard parameter.isRequired else { continue }
            #expect(throws: CommandError.missing(command: command.name, parameter: parameter.shown)) {
                try command.check(named: Self.required(command, but: parameter.name))
            }
        }
        if command.parameters.isEmpty {
            #expect(throws: CommandError.unexpected(command: command.name, argument: "'x'")) {
                try command.check(arguments: [.text("x")])
            }
        }
        if command.positional == nil, let first = command.parameters.first {
            #expect(throws: CommandError.unpaired(command: command.name, argument: "'\(first.name)'")) {
                try command.check(arguments: [.text(first.name)])
            }
        }
    }

    @Test("a positional argument may stand bare, in each type that loses nothing")
    func bare() throws {
        let locate = try CommandTable.command(named: "locate")
        for value: Value in [.text("12s"), .int(12), .double(12), .text("12")] {
            #expect(try locate.check(arguments: [value]).time(.at) == .seconds(12))
        }
        #expect(try locate.check(arguments: [.text("48000f")]).time(.at) == .frames(48000))
        let full = try locate.check(arguments: [.text("1:30"), .text("at-frame"), .int(4_294_967_295)])
        #expect(full.time(.at) == .seconds(90))
        #expect(full.atFrame == .jack(.max))
        let play = try CommandTable.command(named: "play")
        #expect(try play.check(arguments: [.text("from")]).text(.name) == "from")
        #expect(try play.check(arguments: [.text("from"), .text("2s")]).time(.from) == .seconds(2))
        #expect(throws: CommandError.self) { try play.check(arguments: [.int(1), .int(2)]) }
    }

    @Test("only a step and a latency go back: every other time refuses a minus, in seconds, as text and in frames (P3)")
    func signs() throws {
        let back: [Value] = [.text("-5s"), .text("-48000f"), .text("-1:00"), .int(-5), .double(-0.5), .text("-1f")]
        for command in CommandTable.all + [CommandTable.daemon] {
            for parameter in command.parameters where parameter.type == .time {
                let isStep = command.name == "nudge" || parameter.name == "input-latency"
                for value in back {
                    let call = Self.required(command, but: parameter.name) + [CommandArgument(parameter.name, value)]
                    guard !isStep else {
                        #expect(try command.check(named: call).time(parameter.key)?.frames(rate: 48_000) ?? 0 < 0)
                        continue
                    }
                    let error = try #require(throws: CommandError.self) { try command.check(named: call) }
                    guard case .outOfRange = error else {
                        Issue.record("\(command.name) \(parameter.name) \(value): \(error)")
                        continue
                    }
                }
            }
        }
        let nudge = try CommandTable.command(named: "nudge")
        #expect(try nudge.check(arguments: []).time(.by) == .seconds(10))
        #expect(try nudge.check(arguments: [.text("-48000f")]).time(.by) == .frames(-48000))
        #expect(throws: CommandError.self) { try nudge.check(arguments: [.text("-24h0.1s")]) }
        let bare = CommandParameter.option(.by, .time, "Any.")
        #expect(throws: CommandError.self) { try bare.accept(.double(-1), of: "x") }
        #expect(throws: CommandError.self) { try bare.accept(.text("-1f"), of: "x") }
    }

    @Test("the player's words: standards, choices that stand bare, ranges (P3 P4 P5 P7)")
    func player() throws {
        func check(_ name: String, _ arguments: Value...) throws -> Request {
            try CommandTable.command(named: name).check(arguments: arguments)
        }
        #expect(try check("cue").text(.state) == "on")
        #expect(try check("review", .text("off")).text(.state) == "off")
        #expect(try check("loop").text(.point) == nil)
        #expect(try check("loop", .text("a")).text(.point) == "a")
        let both = try check("loop", .text("a"), .text("1s"), .text("b"), .text("48000f"))
        #expect(both.time(.a) == .seconds(1) && both.time(.b) == .frames(48000) && both.text(.point) == nil)
        #expect(try check("pitch", .int(-1200)).double(.cents) == -1200)
        #expect(try check("rate", .double(0.73)).double(.factor) == 0.73)
        #expect(throws: CommandError.self) { try check("rate") }
        #expect(throws: CommandError.self) { try check("loop", .text("c")) }
        #expect(try check("backstep").time(.by) == nil)
        #expect(try check("monitor", .text("pitch"), .text("pitch"), .double(300)).double(.pitch) == 300)
        #expect(try check("gain", .text("reset-clips"), .flag(true)).flag(.resetClips))
    }

    @Test("a program's own command line: values attached or after it, nothing bare, nothing said twice")
    func words() throws {
        let daemon = CommandTable.daemon
        let request = try daemon.check(words: ["--name=studio", "--backstep", "1.5s", "--resample", "best", "--help"])
        #expect(request.text(.name) == "studio" && request.time(.backstep) == .seconds(1.5) && request.flag(.help))
        #expect(request.text(.resample) == "best" && request.time(.preroll) == nil)
        #expect(try daemon.check(words: ["--library=a=b"]).text(.library) == "a=b")
        for wrong in [
            ["x"], ["-name", "x"], ["--help=1"], ["--name"], ["--nme", "x"], ["--name", "a", "--name", "b"], ["--"],
            ["--backstep", "11s"], ["--backstep=-1s"], ["--resample", "better"], ["--preroll=-48000f"],
        ] {
            #expect(throws: CommandError.self, "\(wrong)") { try daemon.check(words: wrong) }
        }
        let unknown = CommandError.unknownOption(command: "dictad", option: "nme", nearest: "name")
        #expect(throws: unknown) { try daemon.check(words: ["--nme", "x"]) }
    }

    /// The program prints its name before each error, so an error of its own options does not begin with it.
    @Test(arguments: [
        ("", "--versoin", "unknown option '--versoin'; did you mean '--version'?"),
        ("", "-v", "unknown option '-v'; 'dicta help' lists its options"),
        ("rec", "-x", "rec: unknown option '-x'; 'dicta help rec' lists its arguments"),
        ("rec", "-forma", "rec: unknown option '-forma'; did you mean '--format'?"),
        ("rec", "--forma=x", "rec: unknown option '--forma'; did you mean '--format'?"),
    ])
    func unknownOptions(verb: String, word: String, words: String) throws {
        let command = try verb.isEmpty ? CommandTable.program : CommandTable.command(named: verb)
        var rest = ArraySlice<String>()
        let error = try #require(throws: CommandError.self) { try command.readOption(word, &rest) }
        #expect(error.description == words)
    }

    @Test("numbers change their width only where nothing is lost")
    func widths() throws {
        let rec = try CommandTable.command(named: "rec")
        #expect(try rec.check(arguments: [.text("channels"), .double(1)]).int(.channels) == 1)
        #expect(try rec.check(arguments: [.text("bits"), .int(24)]).text(.bits) == "24")
        #expect(throws: CommandError.self) { try rec.check(arguments: [.text("bits"), .int(12)]) }
        #expect(try rec.check(arguments: [.text("wait"), .int(1)]).flag(.wait))
        #expect(try !rec.check(arguments: []).flag(.wait))
        let gain = try CommandTable.command(named: "gain")
        let silent = try gain.check(arguments: [.text("left"), .text("-inf"), .text("right"), .double(-.infinity)])
        #expect(silent.double(.left) == -.infinity)
        #expect(silent.double(.right) == -.infinity)
        #expect(throws: CommandError.self) { try gain.check(arguments: [.text("master"), .int(.max)]) }
    }

    @Test("an error has words for people, and does not repeat a book")
    func errors() throws {
        let locate = try CommandTable.command(named: "locate")
        let error = try #require(throws: CommandError.self) { try locate.check(arguments: [.text("x")]) }
        #expect(
            error.description
                == "locate: PLACE must be a time (12.5, 90s, 1h02m, 00:01:30.500 or 48000f), a marker (@NAME or @3) or a point"
                + " of the loop (@A, @B), not 'x'")
        let book = try #require(throws: CommandError.self) {
            try locate.check(arguments: [.text(String(repeating: "x", count: 50_000))])
        }
        #expect(book.description.count < 250)
    }
}
