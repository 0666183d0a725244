// Tests of OSC addresses of commands.
import Dictation
import Messages
import Testing

@Suite("Addresses and arguments as musicians' surfaces send them (C1 C2)")
struct CommandAddressTests {
    private func check(_ address: String, _ arguments: Value...) throws -> Request {
        let (command, branch) = try CommandTable.route(address)
        guard let branch else { return try command.check(arguments: arguments) }
        return try command.check(branch: branch, arguments: arguments)
    }

    @Test("bare arguments go by the order of the table, named ones after them, with hyphens or without")
    func order() throws {
        let gain = try check("/dicta/gain", .double(-6), .double(-3), .double(0.5))
        #expect(gain.double(.left) == -6 && gain.double(.right) == -3 && gain.double(.master) == 0.5)
        #expect(try check("/dicta/gain", .double(-6)).double(.right) == nil)
        let named = try check("/dicta/gain", .double(-6), .text("--master"), .double(0.5))
        #expect(named.double(.left) == -6 && named.double(.master) == 0.5)
        #expect(try check("/dicta/play", .text("x"), .int(10)).time(.from) == .seconds(10))
        #expect(try check("/dicta/play", .text("x"), .text("--from"), .int(10)).time(.from) == .seconds(10))
        #expect(try check("/dicta/rec", .text("idea")).text(.name) == "idea")
        #expect(try check("/dicta/rec", .text("name"), .text("flac")).text(.name) == "flac")
        #expect(try check("/dicta/rec", .text("idea"), .text("flac")).text(.format) == "flac")
        #expect(try check("/dicta/pause", .int(4800)).atFrame == .jack(4800))
    }

    @Test("too many, wrong names and half a pair are errors, and say which")
    func refusals() throws {
        #expect(throws: CommandError.unexpected(command: "rate", argument: "2.0")) {
            try check("/dicta/rate", .double(1), .double(2))
        }
        #expect(throws: CommandError.unknownOption(command: "gain", option: "lft", nearest: "left")) {
            try check("/dicta/gain", .text("--lft"), .double(2))
        }
        #expect(throws: CommandError.unpaired(command: "gain", argument: "'left'")) { try check("/dicta/gain", .text("left")) }
        #expect(throws: CommandError.repeated(command: "gain", parameter: "--left")) {
            try check("/dicta/gain", .double(1), .text("left"), .double(2))
        }
    }

    @Test("a button is on or off as 1 and 0, T and F")
    func buttons() throws {
        for (value, state) in [
            (Value.int(1), "on"), (.double(0), "off"), (.flag(true), "on"), (.flag(false), "off"), (.text("off"), "off"),
        ] {
            #expect(try check("/dicta/cue", value).text(.state) == state)
        }
        #expect(throws: CommandError.self) { try check("/dicta/cue", .int(2)) }
        #expect(throws: CommandError.self) { try check("/dicta/stop", .flag(true)) }
    }

    @Test("an address may go on with a choice or with the name of an argument")
    func branches() throws {
        #expect(try check("/dicta/loop/a").text(.point) == "a")
        let at = try check("/dicta/loop/a", .double(2.5))
        #expect(at.time(.a) == .seconds(2.5) && at.text(.point) == nil)
        #expect(try check("/dicta/loop/clear").text(.point) == "clear")
        #expect(try check("/dicta/cue/off").text(.state) == "off")
        #expect(try check("/dicta/stop/play").text(.what) == "play" && check("/dicta/dpc/faster").text(.quality) == "faster")
        #expect(try check("/dicta/monitor/direct", .text("level"), .int(-6)).double(.level) == -6)
        #expect(try check("/dicta/gain/left", .int(-6)).double(.left) == -6)
        #expect(try check("/dicta/meters/reset").flag(.reset))
        #expect(try check("/dicta/meters/reset", .int(0)).flag(.reset) == false)
        #expect(try check("/dicta/record").name == "rec")
        for wrong in [
            "/dicta/loop/c", "/dicta/nope/a", "/dicta/loop/", "/dicta/loop/a/b", "/dicta//", "/", "", "/dicta/watch/x",
        ] {
            #expect(throws: CommandError.self, "\(wrong)") { try check(wrong) }
        }
        #expect(throws: CommandError.unknownCommand("/dicta/cue/offf", nearest: "/dicta/cue/off")) {
            try check("/dicta/cue/offf")
        }
        #expect(throws: CommandError.missingValue(command: "gain", option: "--left", word: "DB")) {
            try check("/dicta/gain/left")
        }
    }

    @Test("topics may be said one by one, or with commas")
    func repeated() throws {
        #expect(try check("/dicta/subscribe").text(.topics) == "*")
        let both = try check("/dicta/subscribe", .text("meters"), .text("position"), .int(30))
        #expect(both.texts(.topics) == ["meters", "position"] && both.double(.rate) == 30)
        let named = try check("/dicta/subscribe", .text("meters,loop"), .text("rate"), .int(30), .text("lease"), .int(5))
        #expect(named.text(.topics) == "meters,loop" && named.time(.lease) == .seconds(5))
    }

    @Test("what may stand bare stands first in its row, so that order and habit agree", arguments: CommandTable.all)
    func first(command: Command) {
        #expect(command.positional == nil || command.parameters.first == command.positional)
        for alias in command.aliases { #expect(!CommandTable.all.map(\.name).contains(alias)) }
    }

    @Test("a request learns its frame once, and only where the command has one")
    func frames() throws {
        let pause = try check("/dicta/pause")
        #expect(pause.canWait && pause.at(frame: 5_000_000_000)?.atFrame == .extended(5_000_000_000))
        #expect(try check("/dicta/pause", .int(5)).at(frame: 7) == nil)
        #expect(try check("/dicta/rate", .int(1)).at(frame: 7) == nil)
    }

    @Test("every topic has an address, words and fields of its own")
    func topics() {
        for topic in Topic.states {
            #expect(topic.address == "/dicta/state/\(topic.rawValue)" && topic.summary.english.last == ".")
            #expect(Set(topic.fields).count == topic.fields.count && !topic.fields.isEmpty)
        }
    }
}
