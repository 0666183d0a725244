// Room: Dictation, proof. What a take's metadata starts with and refuses (R6); its JSON is proven in StorageTests.
import Dictation
import Testing

struct TakeMetadataTests {
    @Test func beginsEmptyAndOpen() throws {
        let format = try AudioFormat(container: .flac, encoding: .pcm16, rate: 44_100, channels: 1)
        let take = TakeMetadata(name: "memo", created: "2026-11-21T13:05:09Z", format: format)
        #expect(take.version == TakeMetadata.currentVersion)
        #expect(take.frames == 0)
        #expect(take.peaks == [0])
        #expect(take.endReason == nil)
        #expect(try take.format() == format)
    }

    @Test func anImpossibleFormatIsRefused() throws {
        var take = TakeMetadata(name: "memo", created: "2026-11-21T13:05:09Z", format: try AudioFormat(rate: 44_100))
        take.container = .flac
        #expect(throws: FormatError.encodingNotInContainer(.float, .flac)) { try take.format() }
    }
}
