// The file of usage (G4).
import Dictation
import Guide
import JSON
import Testing

@Suite("Guide/UsageTests")
struct GuideUsageTests {
    private static func print(_ seconds: Int) -> String { "t\(seconds)" }
    private static func read(_ text: String) -> Int? { Int(text.dropFirst()) }

    @Test("usage has exactly the keys of the requirement, and is read back whole (G4)")
    func roundTrip() throws {
        var usage = GuideUsage()
        usage.apply(.shown(id: "b", at: 10))
        usage.apply(.shown(id: "0", at: 20))
        usage.apply(.shown(id: "a", at: 20))
        usage.apply(.used(id: "a", at: 25))
        usage.apply(.used(id: "a", at: 26))
        usage.apply(.favourite(id: "c", true))
        let bytes = usage.printed(time: Self.print)
        let tree = try JSONTree(parsing: bytes)
        let records = try #require(tree["prompts"]?.list)
        #expect(records.count == 4)
        for record in records {
            guard case .object(let members) = record else { return }
            #expect(members.map(\.key) == ["promptId", "lastShownAt", "lastUsedAt", "useCount", "isFavorite"])
        }
        let again = try #require(GuideUsage(parsing: bytes, time: Self.read))
        #expect(again == usage)
        #expect(again.lastShown == "a")
        #expect(again["a"].useCount == 2 && again["a"].lastTime == 26)
        #expect(again["c"].isFavourite && again["c"].lastTime == nil)
    }

    @Test(
        "a file that is no usage, or of a newer version, is refused",
        arguments: ["", "[]", "{}", #"{"schema":2,"prompts":[]}"#, #"{"schema":1}"#, #"{"schema":1,"prompts":{}}"#])
    func wrongFiles(text: String) { #expect(GuideUsage(parsing: Array(text.utf8), time: Self.read) == nil) }

    @Test("wrong values of a record count as unknown, and the count of uses does not overflow")
    func wrongValues() throws {
        let text =
            #"{"schema":1,"prompts":[{"promptId":"a","lastShownAt":5,"useCount":-3,"isFavorite":"yes"},{"promptId":7},{"promptId":"b","useCount":9223372036854775807}]}"#
        var usage = try #require(GuideUsage(parsing: Array(text.utf8), time: Self.read))
        #expect(usage.uses.count == 2)
        #expect(usage["a"] == GuideUse())
        usage.apply(.used(id: "b", at: 1))
        #expect(usage["b"].useCount == .max)
    }
}
