// Tests of the privileges in the tables of commands and settings (C10).
import Dictation
import Testing

@Suite("Authority: owner, surface, project (C10, issue 12 no. 1 and 2)")
struct AuthorityTests {
    private static func refused(_ line: String, _ authority: Authority, _ may: String = "look,transport,sound") throws -> Bool {
        try Permissions(may).refusal(of: try Request(line: line), by: authority) != nil
    }

    @Test("the owner may do everything, whatever surfaces may", arguments: CommandTable.all)
    func owner(command: Command) {
        for may in [Permissions(surfaces: []), .standard, .all] { #expect(may.allows(command.needs, to: .owner)) }
    }

    @Test("surfaces get transport, marks, levels, lists and names; no paths, deletion, programs, network or end")
    func surfacesAsTheyCome() throws {
        for line in [
            "rec --name x", "stop", "play x", "append x", "mark a", "unmark 1", "next", "gain --master 0.5", "rate 0.8", "loop a",
            "ls", "info x", "status", "meters --reset", "marks x", "operations", "subscribe meters", "midi",
            "transport",
        ] { #expect(try !Self.refused(line, .surface), "\(line)") }
        for line in [
            "play /etc/x.wav", "play ../x.wav", "info /x", "export x --to /tmp/", "import /x.wav", "marks /x", "mark a --in /x",
            "search x", "transcript x", "describe x", "answers x",
            "delete x", "clean", "rec --deliver m4a --discard", "deliver x --discard", "rename x --to y", "cut x", "undo",
            "ls --library /x", "subscribe --url osc.udp://127.0.0.1:9/", "set backstep 1s", "set on-error true", "settings",
            "hooks", "midi learn stop", "midi forget all", "pedal learn stop", "pedal forget all", "transport follow",
            "operations --cancel 1", "quit",
        ] { #expect(try Self.refused(line, .surface), "\(line)") }
    }

    @Test("what is the owner's stays so, though all is given", arguments: SettingsTable.all.filter { $0.needs == .owner })
    func ownersSettings(setting: Setting) throws {
        #expect(try Self.refused("set \(setting.key)", .surface, "all"))
        #expect(try Self.refused("set \(setting.key) --reset", .surface, "all"))
        #expect(try !Self.refused("set \(setting.key)", .owner, "nothing"))
        #expect(try Self.refused("hooks", .surface, "all") && !Self.refused("set backstep 1s", .surface, "all"))
    }

    @Test("programs, network, keys, ports and folders are no project's; formats, loop, gains and transport are")
    func project() throws {
        let keys = Set(SettingsTable.all.filter { $0.needs == .project }.map(\.key))
        #expect(
            keys.isDisjoint(
                with: HookEvent.allCases.map(\.key) + [
                    .hookLimit, .hookJobs, .hookDurable, .hookQueueJobs, .hookQueueTries, .midi, .mpris, .oscMay,
                    .recNotification,
                ]))
        #expect(keys.isDisjoint(with: [.library, .oscUdp, .oscTcp, .oscAllow, .connectIn, .connectOut, .reserve]))
        #expect(keys.isSuperset(of: [.recFormat, .recBits, .recPreroll, .monitorLevel, .dpcQuality, .transport]))
        for line in ["rate 0.5", "gain --master 1", "loop --a 1", "monitor off"] {
            #expect(try !Self.refused(line, .project, "nothing"), "\(line)")
        }
        for line in ["rec", "play x", "set rec-format flac", "delete x", "status", "quit"] {
            #expect(try Self.refused(line, .project, "all"), "\(line)")
        }
    }

    @Test("osc-may is read as it is written, and a wrong word is named")
    func text() throws {
        for text in ["nothing", "look", "look,transport,sound", "look,quit"] { #expect(try Permissions(text).text == text) }
        #expect(try Permissions("sound, look") == Permissions("look,sound"))
        #expect(try Permissions("all") == .all && Permissions.all.surfaces.count == Privilege.grantable.count)
        for wrong in ["", "owner", "look,", "everything", "look transport"] {
            #expect(throws: CommandError.self) { try Permissions(wrong) }
        }
        let refusal = try Permissions("look").refusal(of: try Request(line: "delete x"), by: .surface)
        #expect(
            refusal?.code == .refused && refusal?.words.contains("dicta set osc-may look,delete") == true, "\(refusal as Any)")
    }
}
