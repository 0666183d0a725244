// Tests of times in the user's time zone.
import Drawing
import System
import Testing

@Suite("Local time")
struct LocalTimeTests {
    @Test("times are those of the user's zone; any other text stays")
    func zones() throws {
        let iso = "2026-11-24T23:10:07Z"
        let seconds = try #require(Timestamp(iso8601: iso)).seconds
        #expect(LocalTime.minute(iso) == Calendar.text("%Y-%m-%d %H:%M", seconds: seconds, isLocal: true))
        #expect(LocalTime.day(iso) == LocalTime.minute(iso).prefix(10))
        for text in ["", "nonsense", "2026-13-45T99:00:00Z"] { #expect(LocalTime.day(text) == text) }
    }
}
