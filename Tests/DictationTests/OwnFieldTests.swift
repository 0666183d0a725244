// Tests of own keys, favourites and the order of lists (F12).
import Dictation
import JSON
import TestSupport
import Testing

@Suite("Own keys, favourites and the order of lists (F12)") struct OwnFieldTests {
    @Test func keysAndTextsHaveLimits() {
        #expect(OwnField("room=studio 2")?.text == "studio 2")
        #expect(OwnField("a.b-c_1=x=y")?.text == "x=y" && OwnField("größe=")?.text == "")
        for wrong in ["room", "=x", "two words=x", "a/b=x", "a=b\u{1b}c", "a=b\u{9b}", "a\u{7f}=b"] {
            #expect(OwnField(wrong) == nil, "\(wrong)")
        }
        #expect(OwnField(key: String(repeating: "k", count: 64), text: String(repeating: "t", count: 4096)) != nil)
        #expect(OwnField(key: String(repeating: "k", count: 65), text: "t") == nil)
        #expect(OwnField(key: "k", text: String(repeating: "t", count: 4097)) == nil)
    }

    @Test func aRecordingKeepsThem() throws {
        var recording = Recording(name: "x", created: "")
        recording.isFavourite = true
        for pair in ["room=studio", "city=Bonn", "room=hall", "city="] {
            let isSet = recording.set(try #require(OwnField(pair)))
            #expect(isSet)
        }
        #expect(recording.fields.map(\.key) == ["room"] && recording.fields.map(\.text) == ["hall"])
        let back = try Recording(name: "x", parsing: recording.printed)
        #expect(back == recording && back.isFavourite)
        for number in 0..<OwnField.most - 1 {
            let isSet = recording.set(try #require(OwnField("k\(number)=v")))
            #expect(isSet)
        }
        let isSet = recording.set(try #require(OwnField("more=v")))
        #expect(!isSet && recording.fields.count == OwnField.most)
        // One that is there can change all the same.
        let isChanged = recording.set(try #require(OwnField("room=attic")))
        #expect(isChanged)
    }

    /// A key of another program with the same name stays as it is, until a value of one's own takes its place.
    @Test func theSameKeyOfAnotherProgramStays() throws {
        let text = #"{"schema": 2, "name": "x", "favourite": "yes", "fields": {"a": 1}}"#
        var recording = try Recording(name: "x", parsing: Array(text.utf8))
        #expect(!recording.isFavourite && recording.fields.isEmpty)
        #expect(recording.others == [.init("favourite", .text("yes")), .init("fields", .object([.init("a", .number("1"))]))])
        let kept = try JSONTree(parsing: recording.printed)
        #expect(kept["favourite"] == .text("yes") && kept["fields"]?["a"] == .number("1"))
        recording.isFavourite = true
        let field = try #require(OwnField("a=b"))
        let isSet = recording.set(field)
        #expect(isSet)
        let tree = try JSONTree(parsing: recording.printed)
        guard case .object(let members) = tree else { return }
        #expect(members.filter { ["favourite", "fields"].contains($0.key) }.count == 2)
        #expect(tree["favourite"] == .flag(true) && tree["fields"]?["a"] == .text("b"))
    }

    @Test(
        arguments: [
            ("name", [:], "name", false), ("name-reversed", [:], "name", true),
            ("size-reversed", [.reverse: .flag(true)], "size", false),
            ("date-reversed", [.sort: .text("duration")], "duration", false),
        ] as [(String, [ParameterKey: Value], String, Bool)])
    func aListTakesTheOrderOfTheSetting(
        setting: String, given: [ParameterKey: Value], sort: String, isReversed: Bool
    ) throws {
        let settings = try SettingsTable.command.check([.listSort: .text(setting)])
        for verb in [LibraryVerb.ls, .search] {
            var values = given
            if verb == .search { values[.words] = .text("x") }
            let request = try CommandTable.request(.library(verb), values).completed(by: settings)
            #expect(request.text(.sort) == sort && request.flag(.reverse) == isReversed)
        }
        let other = try CommandTable.request(.library(.operations), [:])
        #expect(other.completed(by: settings) == other)
    }
}
