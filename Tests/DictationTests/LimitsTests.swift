// Tests of the limits of numbers and times.
import Dictation
import Testing

@Suite("Limits hold for every way of writing a value (C2, issue 12 no. 5)")
struct LimitsTests {
    private static let rate = 48_000

    /// A value that a required parameter accepts.
    private func sample(_ parameter: CommandParameter) -> Value {
        switch parameter.type {
        case .text: .text(parameter.choices.first ?? "x")
        case .marker: .text("1")
        case .flag: .flag(true)
        case .integer, .number, .jackFrame, .level, .time, .place, .size: .int(1)
        }
    }

    private func request(_ command: Command, _ parameter: CommandParameter, _ value: Value) throws -> Request {
        let others = command.parameters.filter { $0.isRequired && $0.name != parameter.name }
        return try command.check(
            named: others.map { CommandArgument($0.name, sample($0)) } + [CommandArgument(parameter.name, value)])
    }

    @Test("a time in frames keeps to the limits of the table, at the rate at which it counts")
    func frames() throws {
        var checked = 0
        for command in CommandTable.all + [CommandTable.daemon] {
            for parameter in command.parameters where parameter.type.isTime {
                let limits = try #require(parameter.limits, "\(command.name) \(parameter.name) has no limits")
                for count in [Int64.min + 1, -1_000_000_000_000_000, -1, 0, 1, 48_000, 4_800_000_000_001, .max] {
                    let words = "\(command.name) \(parameter.shown) \(count)f"
                    var isTaken = true
                    do {
                        try request(command, parameter, .text("\(count)f")).checkFrames(rate: Self.rate)
                    } catch {
                        isTaken = false
                    }
                    #expect(isTaken == limits.contains(Double(count) / Double(Self.rate)), "\(words)")
                    checked += 1
                }
            }
        }
        #expect(checked > 100)
    }

    @Test("a setting in frames keeps to its limits, in the file and as an option")
    func settings() throws {
        for setting in SettingsTable.all where setting.parameter.type.isTime {
            let limits = try #require(setting.parameter.limits, "\(setting.key)")
            for count in ["9223372036854775807", "-9223372036854775807", "1000000000000000"] {
                #expect(throws: CommandError.self, "\(setting.key)") { try SettingsTable.value(count + "f", of: setting) }
            }
            let most = "\(Int64(limits.upperBound * 48_000))f"
            #expect(try SettingsTable.value(most, of: setting) == .int(Int64(limits.upperBound * 48_000)))
        }
        let patience = try SettingsTable.known("jack-patience")
        #expect(throws: CommandError.self) { try SettingsTable.value("1f", of: patience) }
        let error = #expect(throws: CommandError.self) { try CommandTable.daemon.check(words: ["--jack-patience", "1f"]) }
        #expect(error?.description.contains("0.5 to 60 s") == true)
    }

    @Test("a number or a flag said as a text is read as on a command line, and nothing else is")
    func texts() throws {
        func value(_ verb: String, _ name: String, _ text: String) throws -> Value? {
            let command = try CommandTable.command(named: verb)
            let parameter = try #require(command.parameter(name))
            return try request(command, parameter, .text(text)).values[parameter.key]
        }
        #expect(try value("rate", "factor", "0.8") == .double(0.8))
        #expect(try value("gain", "left", "-6") == .double(-6))
        #expect(try value("gain", "left", "-inf") == .double(-.infinity))
        #expect(try value("ls", "limit", "20") == .int(20))
        #expect(try value("rec", "at-frame", "4800") == .int(4800))
        #expect(try value("rec", "wait", "yes") == .flag(true))
        for (verb, name, text) in [
            ("rate", "factor", "fast"), ("rate", "factor", "nan"), ("rate", "factor", "9"), ("gain", "left", "inf"),
            ("ls", "limit", "2.5"), ("ls", "limit", "-1"), ("ls", "limit", "9223372036854775808"), ("rec", "wait", "maybe"),
        ] {
            #expect(throws: CommandError.self, "\(verb) \(name) \(text)") { try value(verb, name, text) }
        }
    }

    @Test("text for a terminal has no order in it, and JSON stays the same JSON")
    func printable() {
        let text = "a\u{1b}[2Jb\u{9b}31mc\u{7f}d\u{202e}e\u{2066}f\rg\u{7}h"
        #expect(PrintableText.line(text + "\n\t") == "a?[2Jb?31mc?d?e?f?g?h??")
        #expect(PrintableText.lines(text + "\n\t") == "a?[2Jb?31mc?d?e?f?g?h\n\t")
        #expect(PrintableText.markup("<b>\u{7}&amp;\n>") == "&lt;b&gt;?&amp;amp;\n&gt;")
        #expect(PrintableText.json("\"\u{9b}\u{202e}\u{7f}\"\n") == "\"\\u009b\\u202e\\u007f\"\n")
        #expect(PrintableText.lines("Grüße, 日本語, שלום") == "Grüße, 日本語, שלום")
    }
}
