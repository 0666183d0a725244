// Tests of quality presets: their lines, their mistakes and the order of values (R19).
import Testing

@testable import Dictation

@Suite struct PresetTests {
    private func settings(_ values: [ParameterKey: Value]) -> Request {
        SettingsTable.effective(options: [:], file: values)
    }

    @Test(arguments: [44_100, 48_000, 96_000, 192_000]) func builtInPresetsCanBeRecorded(rate: Int) throws {
        #expect(Preset.builtIn.map(\.name) == ["low", "medium", "high", "memo"])
        for preset in Preset.builtIn {
            _ = try AudioFormat(of: preset.values, rate: rate)
            #expect(try Preset(preset.line) == preset)
        }
        #expect(Preset.builtIn[3].values[.for] == .double(180))
    }

    @Test(arguments: [
        "voice format=flac bits=24 channels=1 deliver=m4a", "a-b_2 bitrate=128 format=mp3", "brief limit=3m", "f limit=48000f",
    ]) func rightLines(line: String) throws {
        let preset = try Preset(line)
        #expect(try Preset(preset.line) == preset && !preset.values.isEmpty)
    }

    @Test(arguments: [
        ("", "name"), ("voice", "nothing is set"), ("none format=wav", "name"), ("-x format=wav", "name"),
        ("a/b format=wav", "name"),
        ("voice format=aac", "format must be"), ("voice format", "not a word"), ("voice loud=yes", "not a word"),
        ("voice format=wav format=flac", "twice"), ("voice format=flac bits=float", "float"),
        ("voice channels=3", "channels must be"),
        ("voice format=mp3 bitrate=100", "100"), ("voice limit=soon", "limit must be"),
        ("voice format=wav bitrate=128", "bit rate"),
        ("voice discard=yes", "not a word"),
    ]) func mistakesNameThePresetAndTheMistake(line: String, words: String) {
        let name = line.split(separator: " ").first.map(String.init) ?? ""
        do throws(CommandError) {
            _ = try Preset(line)
            Issue.record("'\(line)' was accepted")
        } catch {
            #expect(error.description.contains(words) && error.description.contains("preset '\(name)'"), "\(error)")
        }
        // The settings file says the same of its line.
        let problems = SettingsText("preset = \(line)\n").read().problems
        #expect(line.isEmpty || problems.count == 1 && problems[0].words.contains(words), "\(problems)")
    }

    @Test func explicitValuesBeforeThePresetBeforeSettings() throws {
        let all = settings([
            .recFormat: .text("flac"), .recBits: .text("24"), .recChannels: .int(1), .recPreroll: .double(2),
            .preset: .text("own format=mp3 bitrate=128\nlow format=wav"),
        ])
        let own = Preset.defaults(try Preset.named("own", in: all), in: all)
        // Bits of the setting were for flac.
        #expect(own[.format] == .text("mp3") && own[.bits] == nil && own[.bitrate] == .int(128))
        #expect(own[.channels] == .int(1) && own[.preroll] == .double(2))
        #expect(try Preset.named("low", in: all).values == [.format: .text("wav")])
        let explicit = Preset.layered([.format: .text("opus"), .channels: .int(2)], over: own)
        #expect(explicit[.format] == .text("opus") && explicit[.bitrate] == nil && explicit[.channels] == .int(2))
        #expect(Preset.layered([.bits: .text("16")], over: own)[.bitrate] == nil)
        #expect(throws: CommandError.self) { try Preset.named("lown", in: all) }
        #expect(try Preset.chosen(nil, in: all) == nil)
        #expect(try Preset.chosen(nil, in: settings([.recPreset: .text("memo")]))?.name == "memo")
    }

    @Test func theSidecarKeepsTheName() throws {
        var segment = Segment(file: "a.wav", created: "", container: "wav", encoding: "float", rate: 48_000, channels: 2)
        segment.preset = "memo"
        segment.frames = 1
        let recording = Recording(name: "a", created: "2026-01-01T00:00:00Z", segment: segment)
        #expect(try Recording(name: "a", parsing: recording.printed).segments[0].preset == "memo")
    }
}
