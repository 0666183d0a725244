// Tests of the requests that a locked transport refuses, and of the needs of a toggle (C10, C11, P12).
import Dictation
import Testing

@Suite("The lock: what changes something is refused, what looks is not (C11)")
struct LockTests {
    private func isRefused(_ line: String, _ authority: Authority = .owner) throws -> Bool {
        try Request(line: line).isRefusedByLock(from: authority)
    }

    @Test(
        "commands that change a take, the playback or a recording",
        arguments: [
            "rec", "append x", "insert x", "overwrite x", "pause", "resume", "stop", "play", "play x", "load x", "locate 1s",
            "nudge",
            "cue", "review", "next", "previous", "rate 1", "pitch 0", "dpc --off", "loop a", "loop clear-a", "loop --a 1s",
            "backstep 1s", "gain --left 0", "monitor off", "source x", "mark", "unmark 1", "cut x", "undo x", "redo x",
            "tag x --add a",
            "note x --clear", "rename x --to y", "copy x", "delete x", "deliver x", "flatten x", "complete x", "transport follow",
        ])
    func refused(line: String) throws {
        for authority in [Authority.owner, .surface] { #expect(try isRefused(line, authority)) }
    }

    @Test(
        "commands that look, that stop by force, and the lock itself",
        arguments: [
            "stop --force", "loop", "dpc", "backstep", "gain", "monitor", "source", "transport", "meters --reset", "marks x",
            "status",
            "ls",
            "search x", "info x", "verify x", "peaks x", "operations", "export x --to y", "lock", "lock off", "lock hold", "ping",
            "version", "commands", "subscribe", "settings", "set rec-format flac", "hooks", "midi", "pedal", "cue off",
            "review off",
        ])
    func allowed(line: String) throws {
        for authority in [Authority.owner, .surface] { #expect(try !isRefused(line, authority)) }
    }

    @Test("the owner may quit, a media key may not")
    func quit() throws {
        #expect(try !isRefused("quit") && isRefused("quit", .surface))
    }

    @Test("a toggle needs what its command needs, and only the owner stops by force")
    func needs() throws {
        func isGiven(_ line: String, _ surfaces: Set<Privilege>) throws -> Bool {
            Permissions(surfaces: surfaces).refusal(of: try Request(line: line), by: .surface) == nil
        }
        for word in ["rec", "play", "lock"] {
            #expect(try isGiven("toggle \(word)", [.look, .transport]) && !isGiven("toggle \(word)", [.look, .sound]))
        }
        #expect(try isGiven("toggle loop", [.look, .sound]) && !isGiven("toggle loop", [.look, .transport]))
        #expect(try isGiven("stop", Set(Privilege.allCases)) && !isGiven("stop --force", Set(Privilege.allCases)))
        #expect(try isGiven("lock", [.look]) && !isGiven("lock on", [.look]) && isGiven("lock hold", [.look, .transport]))
        let words = CommandHelp.page(of: try CommandTable.command(.toggle(.toggle)))
        #expect(words.contains("Needs:   look; transport for rec and play and lock; sound for loop"), "\(words)")
    }

    @Test("a button of a surface presses the lock key with 1 and lets it go with 0")
    func button() throws {
        #expect(try CommandTable.request(at: "/dicta/lock", [.int(1)]).text(.state) == "hold")
        #expect(try CommandTable.request(at: "/dicta/lock", [.double(0)]).text(.state) == "release")
        #expect(try CommandTable.request(at: "/dicta/lock/on", []).text(.state) == "on")
        #expect(SurfaceControl.panels.flatMap(\.controls).contains { $0.label == "lock" && $0.kind == .hold })
    }

    @Test("a toggle takes over the frame that it stands for")
    func frames() throws {
        let toggle = try CommandTable.request(.toggle(.toggle), [.what: .text("rec")])
        let pause = try CommandTable.request(.recording(.pause))
        #expect(pause.timed(like: toggle) == pause)
        #expect(pause.timed(like: try #require(toggle.at(frame: 5_000_000_000))).atFrame == .extended(5_000_000_000))
        let named = try CommandTable.request(.toggle(.toggle), [.what: .text("rec"), .atFrame: .int(7)])
        #expect(pause.timed(like: named).atFrame == .jack(7))
    }
}
