// Tests of times as text.
import System
import Testing

struct TimestampTests {
    @Test(arguments: [
        "1000-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2024-02-29T12:00:00Z", "2026-11-21T13:05:09Z", "9999-12-31T23:59:59Z",
    ])
    func aTimeIsReadAndPrintedTheSame(text: String) {
        #expect(Timestamp(iso8601: text)?.iso8601 == text)
    }

    @Test(arguments: [
        "2026-11-21T25:61:00Z", "2026-11-21T13:60:09Z", "2026-11-21T13:05:61Z", "2026-02-30T13:05:09Z", "2025-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z", "2026:11:21-13T05-09Z", "2026-1-121T13:05:09Z", "+026-11-21T13:05:09Z",
        "2026-11-21T13:05:+9Z", "2026-11-21T13:05:9 Z", "2026-11-21T13:05:09ZZ", "2026-11-21T13:05:09z", "2026-11-21 13:05:09Z",
        "-2026-1-1-13-05-09Z", "",
    ])
    func otherTextsAreNoTimes(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }
}
