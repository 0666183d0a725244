// Tests of patterns of port names and of parts of OSC addresses (C17).
import Testing

@testable import Dictation

@Suite("Patterns of names: all ways at once, nothing that grows (C17, issue 39 no. 4 and 5)")
struct NamePatternTests {
    /// Patterns that libjack's regcomp(3) crashes at, takes gigabytes for, or stands still with.
    static let hostile = [
        String(repeating: "(", count: 30_000), "((a{1,255}){1,255}){1,255}", String(repeating: "a|", count: 30_000),
    ]

    private static func mistake(_ text: String) -> String? {
        do throws(NamePattern.Mistake) {
            _ = try NamePattern(ports: text)
            return nil
        } catch {
            return error.words
        }
    }

    @Test(
        "what stands in settings matches as it did",
        arguments: [
            ("^system:capture_", ["system:capture_1", "system:capture_12"], ["xsystem:capture_1", "system:playback_1"]),
            ("^tone:out_", ["tone:out_l"], ["other tone:out_l"]), ("capture", ["system:capture_1"], ["system:playback_1"]),
            ("system:capture_[12]$", ["system:capture_1", "system:capture_2"], ["system:capture_3", "system:capture_12"]),
            ("late.*:out_.*", ["late:out_l", "late-01:out_"], ["late:in_l"]), ("keys:.*", ["keys:", "keys:out"], ["keys"]),
            ("room1(-[0-9]+)?:(from_slave_|out_)", ["room1:from_slave_1", "room1-01:out_2"], ["room1-:out_1", "room12:out_1"]),
            ("Studio Out:playback_.*", ["Studio Out:playback_AUX0"], ["Studio Out:monitor"]),
            ("^a2j:Midi Through \\[14\\] \\(capture\\): x$", ["a2j:Midi Through [14] (capture): x"], ["a2j:Midi Through 1"]),
            ("^(a|bc|d+)$", ["a", "bc", "ddd"], ["ab", "d2", ""]), ("[]x-]", ["]", "x", "-"], ["y", "["]),
            ("[^a-y]$", ["z", "é"], ["b", ""]), ("^.$", ["é", "a"], ["ab", ""]), ("^a?b*$", ["", "a", "bb", "abb"], ["aa"]),
            ("a|^b$|c$", ["xay", "b", "xc"], ["xb", "cx"]), ("}=]", ["}=]"], ["}"]), ("^*a", ["ba"], ["b"]),
            ("^system:capture_[0-9]{1}$", ["system:capture_1"], ["system:capture_12", "system:capture_"]),
            ("^in_[[:digit:]]+$", ["in_1", "in_12"], ["in_", "in_a"]), ("^[^[:alpha:]_]$", ["1"], ["a", "_"]),
            ("^[[:upper:][:digit:]x-z]{2,3}$", ["A1", "xyz"], ["a1", "A", "ABCD"]), ("^(ab){2,}$", ["abab", "ababab"], ["ab"]),
            ("^a{0}b{,2}$", ["", "b", "bb"], ["a", "bbb"]), ("^(a{2}){2}$", ["aaaa"], ["aaa", "aaaaa"]),
            ("^a[[:space:]][[:punct:]]$", ["a !"], ["a a"]), ("^a{0,1}$", ["", "a"], ["aa"]),
        ])
    func matching(_ text: String, _ right: [String], _ wrong: [String]) throws {
        let pattern = try NamePattern(ports: text)
        #expect(right.filter { !pattern.matches($0) } == [] && wrong.filter { pattern.matches($0) } == [])
    }

    @Test(
        "each mistake is named with what is allowed",
        arguments: [
            ("{2}", "'{'"), ("a{", "'{'"), ("a{x}", "'{'"), ("a{2,1}", "'{'"), ("a{,}", "'{'"), ("a{256}", "'{'"),
            ("a{99999999999999999999}", "'{'"),
            ("((a{99}){9}){2}", "'{'"), ("(a", "')'"), ("a)", "'('"), ("[a", "']'"), ("*a", "'*'"), ("a|", "'|'"), ("()", "'|'"),
            ("\\d", "'\\d'"),
            ("(a)\\1", "'\\1'"), ("a\\", "'\\'"), ("[[:letter:]]", "'[:'"), ("[[.a.]]", "'[.'"), ("[[=a=]]", "'[='"),
            ("[[:alpha]", "'[:'"), ("[z-a]", "'z-a'"),
            (String(repeating: "(", count: 9), "8"),
        ])
    func mistakes(_ text: String, _ part: String) throws {
        let words = try #require(Self.mistake(text))
        #expect(words.contains(part) && words.contains("allowed are"), "\(words)")
    }

    /// libjack and PipeWire give names with any sign in them, and a full name means that port.
    @Test(
        "a full port name is taken, whatever signs and length it has",
        arguments: [
            "a2j:Keys {x} 1:out", "Web (1:output_FL", "*:out_1", "a:b)", "x:[y", "late:" + String(repeating: "n", count: 315),
        ])
    func fullNames(_ name: String) throws {
        let source = try #require(try CommandTable.command(named: "source").parameters.first { $0.isPortPattern })
        #expect(try source.accept(.text(name), of: "source") == .text(name))
        #expect(throws: CommandError.self) { try source.accept(.text(name.replacing(":", with: "") + "("), of: "source") }
    }

    @Test("patterns that stopped a regular expression are refused, or cost their length", arguments: hostile)
    func refused(_ text: String) { #expect(Self.mistake(text) != nil) }

    @Test("the longest patterns of stars and groups answer at the longest names")
    func cost() throws {
        let name = String(repeating: "a", count: 320)
        for text in [
            String(repeating: ".*", count: 127) + "b", String(repeating: "(a*)*", count: 50) + "b",
            String(repeating: "a?", count: 127) + "b", String(repeating: "((((a+)+)+)+)+", count: 18) + "b",
        ] {
            let pattern = try NamePattern(ports: text)
            #expect(!pattern.matches(name) && pattern.matches(name + "b"), "\(text)")
        }
        #expect(
            Self.mistake(String(repeating: "a", count: 257)) != nil && Self.mistake(String(repeating: "a", count: 256)) == nil)
    }

    @Test("each way to a pattern of ports refuses the same, with what is wrong", arguments: hostile + ["a{"])
    func ways(_ text: String) throws {
        let words = try #require(Self.mistake(text))
        for command in CommandTable.rows {
            for parameter in command.parameters where parameter.isPortPattern {
                #expect("\(String(describing: refusal { try parameter.accept(.text(text), of: command.name) }))".contains(words))
            }
        }
        for key in [ParameterKey.connectIn, .connectOut, .sourceFallback, .midiConnect] {
            let (values, problems) = SettingsText("\(key) = \(text)\n").read()
            #expect(values.isEmpty && problems.count == 1 && problems[0].words.contains(words), "\(problems)")
        }
        #expect(CommandTable.rows.flatMap(\.parameters).count(where: \.isPortPattern) >= 13)
    }

    private func refusal(_ work: () throws -> Value) -> String {
        do { return "accepted \(try work())" } catch { return "\(error)" }
    }

    @Test("patterns of OSC match whole parts")
    func osc() throws {
        func matches(_ pattern: String, _ text: String) -> Bool { NamePattern(osc: pattern)?.matches(text) == true }
        for (pattern, text) in [
            ("p?ng", "ping"), ("*", ""), ("*", "ping"), ("p*", "ping"), ("ver[r-t]ion", "version"), ("rat[!x]", "rate"),
            ("{ping,version}", "ping"), ("{ping,version}", "version"), ("{,a}b", "b"), ("a{b,cd}*", "acdx"), ("[a-]", "-"),
        ] { #expect(matches(pattern, text), "\(pattern) \(text)") }
        for (pattern, text) in [
            ("p?ng", "png"), ("ping", "pinging"), ("ing", "ping"), ("{ping,version}", "pingversion"), ("[!p]ing", "ping"),
            ("[", "["), ("{", "{"), ("{a", "a"), ("[b-a]", "a"), (String(repeating: "*a", count: 200), "a"),
        ] { #expect(!matches(pattern, text), "\(pattern) \(text)") }
        #expect(!matches(String(repeating: "*a", count: 31) + "b", String(repeating: "a", count: 60)))
    }
}
