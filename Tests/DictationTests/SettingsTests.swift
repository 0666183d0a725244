// Tests of settings. They walk the table, so a new row is tested at once.
import Dictation
import Messages
import TestSupport
import Testing

@Suite("Settings: one table, one file (issue 5, part 8)")
struct SettingsTests {
    /// A text that the setting accepts.
    static func right(_ setting: Setting) -> String {
        let parameter = setting.parameter
        if setting.key == .preset { return "voice format=flac bits=24" }
        if setting.key == .recPreset { return "memo" }
        if setting.key == .pedal { return "key 257 \"VEC USB Footpedal\" press: status" }
        if setting.isList { return "note 1 60 press: status" }
        if setting.key == .oscMay { return "look,files" }
        if setting.key == .hookDurable { return "completed,record-stopped" }
        if setting.key == .keys { return "mark=t, rec=R" }
        if setting.key == .voiceThreshold { return "-40" }
        if let choice = parameter.choices.last { return choice }
        switch parameter.type {
        case .time, .place: return "\(max(1, parameter.limits?.lowerBound ?? 1))s"
        case .integer: return String(Int64(parameter.limits?.upperBound ?? 1))
        case .number, .level: return String(max(-3, parameter.limits?.lowerBound ?? -3))
        case .size: return "700MB"
        case .text, .flag, .jackFrame, .marker: return "a word = and another # not a comment"
        }
    }

    private func wrong(_ setting: Setting) -> [String] {
        let limits = setting.parameter.limits
        var words = ["", "bell \u{7} and line", "two\u{1b}"]
        if setting.parameter.type != .text || !setting.parameter.choices.isEmpty { words += ["nonsense"] }
        if let high = limits?.upperBound, high.isFinite { words += ["\(Int64(high) + 1)"] }
        return words
    }

    @Test("keys are unique plain words with a sentence, and their default passes its own check")
    func table() throws {
        let keys = SettingsTable.all.map(\.key)
        #expect(Set(keys).count == keys.count)
        for setting in SettingsTable.all {
            #expect(setting.key.rawValue.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 })
            #expect(setting.parameter.summary.english.last == "." && setting.parameter.standard == nil)
            guard let standard = setting.standard else { continue }
            #expect(try setting.parameter.accept(standard, of: "x") == standard)
            #expect(try SettingsTable.value(SettingsTable.text(standard, of: setting), of: setting) == standard)
        }
        for event in HookEvent.allCases { #expect(SettingsTable.setting(event.key)?.needs == .owner) }
    }

    @Test("each key is read, and each wrong value is named with its line", arguments: SettingsTable.all)
    func each(setting: Setting) throws {
        let good = SettingsText("# first\n\t\(setting.key)=\(Self.right(setting))\r\n")
        let (values, problems) = good.read()
        #expect(problems.isEmpty && values.count == 1, "\(problems)")
        let value = try #require(values[setting.key])
        #expect(try SettingsTable.value(SettingsTable.text(value, of: setting), of: setting) == value)
        for text in wrong(setting) {
            let (values, problems) = SettingsText("\n# a comment\n\(setting.key) = \(text)\n").read()
            #expect(values.isEmpty && problems.count == 1 && problems.first?.line == 3, "\(setting.key) = \(text)")
            #expect(problems.first?.description.hasPrefix("line 3: \(setting.key) ") == true, "\(problems)")
        }
    }

    @Test("what is no line of settings is named, and the rest holds")
    func lines() {
        let text = "backstep = 2s\nnonsense\n= 3\nbackstp = 1s\nbackstep = 3s\nrec-channels = 3\nreserve = 5"
        let (values, problems) = SettingsText(text).read()
        #expect(values == [.backstep: .double(2), .reserve: .int(5)])
        #expect(problems.map(\.line) == [2, 3, 4, 5, 6])
        #expect(problems[2].words.contains("did you mean 'backstep'?"))
        #expect(problems[3].words.contains("already set on line 1"))
        #expect(problems[4].words == "rec-channels must be 1 to 2, not 3")
    }

    @Test("a change touches its own line and nothing else")
    func changes() {
        let before = "# mine\n\nbackstep=1s   \r\n# reserve = 7 (once)\nnonsense\n   # end"
        var text = SettingsText(before)
        text.set(.backstep, to: "2s")
        #expect(text.text == "# mine\n\nbackstep = 2s\n# reserve = 7 (once)\nnonsense\n   # end\n")
        text.set(.reserve, to: "9")
        #expect(text.lines[3...4] == ["# reserve = 7 (once)", "reserve = 9"])
        text.set(.transportTail, to: "1s")
        #expect(text.lines.last == "transport-tail = 1s")
        text.reset(.backstep)
        text.reset(.reserve)
        text.reset(.transportTail)
        #expect(text.text == "# mine\n\n# reserve = 7 (once)\nnonsense\n   # end\n")
    }

    @Test("the file as it is made holds nothing, tells all keys, and takes each below its comment")
    func template() {
        var text = SettingsText(SettingsTable.template)
        #expect(text.read().values.isEmpty && text.read().problems.isEmpty)
        for setting in SettingsTable.all {
            text.set(setting.key, to: Self.right(setting))
            let line = text.line(of: setting.key) ?? 1
            #expect(text.lines[line - 2].hasPrefix("#\(setting.key) = "))
        }
        #expect(text.read().values.count == SettingsTable.all.count && text.read().problems.isEmpty)
        for setting in SettingsTable.all { text.reset(setting.key) }
        #expect(text.text == SettingsTable.template)
    }

    @Test("options win over the file, the file over the defaults")
    func order() {
        let settings = SettingsTable.effective(
            options: [.backstep: .double(3)], file: [.backstep: .double(2), .reserve: .int(1)])
        #expect(settings.time(.backstep) == .seconds(3) && settings.int(.reserve) == 1)
        #expect(settings.text(.recFormat) == "wav" && settings.text(.connectIn) == nil)
    }

    @Test("a book, noise and cut files are answered with problems, never with a fall")
    func noise() {
        var random = Dice()
        let parts = SettingsTable.all.map(\.key.rawValue) + ["=", "=", "\n", " ", "#", "\t", "5s", "wav", "\u{0}", "é", "\r\n"]
        for _ in 0..<2000 {
            let words = (0..<Int.random(in: 0...30, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
            var text = SettingsText(words.joined())
            let problems = text.read().problems
            #expect(problems.allSatisfy { (1...text.lines.count).contains($0.line) })
            text.set(.reserve, to: "12")
            #expect(text.read().values[.reserve] == .int(12))
        }
    }
}
