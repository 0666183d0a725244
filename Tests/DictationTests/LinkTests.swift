// Tests of links: what they can ask for, and hostile ones (issue 18: no link records without the user's own setting).
import Dictation
import Testing

@Suite("Links: dicta://record?autorun=1&name=idea")
struct LinkTests {
    @Test func aLinkIsARequestOfTheTable() throws {
        let link = try Link("dicta://record?autorun=1&name=idea%20one&title=%C3%9Cber%2Funs&for=90s&draft=1")
        #expect(link.isAutorun && link.needs == .record && link.request.verb == .recording(.rec))
        #expect(link.request.text(.name) == "idea one" && link.request.text(.title) == "Über/uns")
        #expect(link.request.flag(.draft) && link.request.values[.for] == .double(90))
        #expect(link.line == "dicta rec \"idea one\" --for 1m30s --draft --title Über/uns", "\(link.line)")
        #expect(try !Link("DICTA://record/").isAutorun && !Link("dicta://record?autorun=0").isAutorun)
    }

    @Test(arguments: [
        ("rec", "record"), ("pause", "record"), ("resume", "record"), ("stop", "record"), ("mark?name=here", "record"),
        ("play?name=memo&from=1m", "play"), ("play", "play"), ("load?name=memo", "play"), ("pause-playback", "play"),
        ("stop-playback", "play"),
    ])
    func eachCommandNeedsItsRight(text: String, right: String) throws {
        #expect(try Link("dicta://" + text).needs.rawValue == right)
    }

    /// A link for the playback can never end a take.
    @Test func stopsOfThePlaybackLeaveTakesAlone() throws {
        for name in ["pause-playback", "stop-playback"] {
            #expect(try Link("dicta://\(name)").request.text(.what) == "play")
        }
        #expect(throws: CommandError.self) { try Link("dicta://stop-playback?what=all") }
    }

    @Test(arguments: [
        "", "dicta:", "dicta://", "http://record", "dicta:record", "dicta:///record", "dicta://delete?name=memo",
        "dicta://set?key=library&value=/", "dicta://export?name=a&to=/etc/passwd", "dicta://quit", "dicta://hooks",
        "dicta://user@record", "dicta://record:80", "dicta://record/x", "dicta://record//", "dicta://--force",
        "dicta://stop?force=1", "dicta://stop?--force=1", "dicta://stop?what=all", "dicta://record?to=/path",
        "dicta://record?discard=1", "dicta://record?deliver=m4a", "dicta://record?preset=x", "dicta://record?at=20:00",
        "dicta://record?wake=1", "dicta://record?name=/etc/passwd", "dicta://record?name=..%2Fup", "dicta://record?name=.hidden",
        "dicta://record?name=--force", "dicta://record?title=-x", "dicta://play?name=%2Fhome%2Fme%2Fa.wav",
        "dicta://play?name=a&name=b", "dicta://play?more=a", "dicta://play?tag=x", "dicta://record?name=a%0Ab",
        "dicta://record?name=a%00b", "dicta://record?name=a%E2%80%A8b", "dicta://record?name=%FF", "dicta://record?name=%4",
        "dicta://record?name=%zz", "dicta://record?name=a b", "dicta://record?name=ä", "dicta://record\n?name=a",
        "dicta://record?name", "dicta://record?=a", "dicta://record?", "dicta://record?&", "dicta://record?name=a#b",
        "dicta://record?autorun=2", "dicta://record?autorun=yes", "dicta://record?autorun=1&autorun=1", "dicta://record?draft=0",
        "dicta://record?for=ever", "dicta://record?for=-1", "dicta://mark?change=1", "dicta://mark?in=memo", "dicta://load?name=",
        "dicta://on-completed?x=rm", "dicta://RECORD",
    ])
    func anyOtherLinkIsRefused(text: String) {
        // An empty query is no parameter, and asks for nothing that was not said.
        guard text != "dicta://record?" else { return }
        #expect(throws: CommandError.self, "\(text)") { try Link(text) }
    }

    @Test func sizesAreLimited() throws {
        let most = String(repeating: "a", count: Link.mostValueBytes)
        #expect(try Link("dicta://record?title=\(most)").request.text(.title) == most)
        #expect(throws: CommandError.self) { try Link("dicta://record?title=\(most)a") }
        // The limit is that of the decoded value.
        #expect(throws: CommandError.self) { try Link("dicta://record?title=" + String(repeating: "%61", count: 201)) }
        #expect(throws: CommandError.self) { try Link("dicta://record?" + String(repeating: "a=b&", count: 9) + "a=b") }
        #expect(throws: CommandError.self) { try Link("dicta://record?title=" + String(repeating: "a", count: 3000)) }
    }

    /// The refusal never repeats a long or hostile text.
    @Test func refusalsAreShort() {
        for text in [
            "dicta://" + String(repeating: "x", count: 1500), "dicta://record?" + String(repeating: "y", count: 1500) + "=1",
        ] {
            do {
                _ = try Link(text)
                Issue.record("taken: \(text)")
            } catch {
                #expect(error.description.count < 400 && error.description.contains("dicta help open"), "\(error)")
                #expect(error.code == .badArgument)
            }
        }
    }

    @Test func rightsGrow() {
        #expect(LinkPermission.off < .play && .play < LinkPermission.record)
        #expect(SettingsTable.effective(options: [:], file: [:]).text(.linkMay) == "off")
        #expect(SettingsTable.setting(.linkMay)?.needs == .owner)
    }
}
