// Tests of the helper processes that playing needs.
import Dictation
import Glibc
import Playback
import TestSupport
import Testing

@testable import Storage

@Suite("helpers of foreign files in playback (F19, issue 39 no. 11)")
struct HelperUseTests {
    @Test("a timeline of many foreign files starts one helper")
    func many() throws {
        let folder = TempFolder()
        let spans = try (0..<6).map { number in
            let path = folder.file("\(number).aiff")
            let made = Process.run("/usr/bin/sox", ["-n", "-r", "48000", path, "synth", "0.1", "sine", "440"])
            try #require(made.code == 0, "\(made.errors)")
            return FileSpan(path: path, first: 0, length: 4800, rate: 48_000)
        }
        let before = SoundHelpers.started
        #expect(try TimelineReader(spans: spans).length == 28_800)
        #expect(SoundHelpers.started == before + 1)
    }

    @Test("a take that this program writes is heard without a helper, at each of its lengths", arguments: ["wav", "flac"])
    func growing(container: String) throws {
        let wave = try TestWave(growing: 48_000, container: container == "wav" ? .wav : .flac)
        let before = SoundHelpers.started
        let reader = try TimelineReader(path: wave.path, growing: 24_000)
        try wave.write(48_000)
        try reader.grow(to: 48_000, isComplete: false)
        #expect(reader.length == 48_000)
        try wave.finish()
        try reader.grow(to: 96_000, isComplete: true)
        #expect(reader.length == 96_000 && SoundHelpers.started == before)
    }
}
