// Tests of the chunks of a WAV.
import Dictation
import Storage
import Testing

struct WaveTagsTests {
    let markers = [
        Marker(frame: 0, name: "begin"),
        Marker(frame: 12_345, name: "chorus", note: "slower here"),
        Marker(frame: 24_000, name: "ende – schön"),
        Marker(frame: 47_999),
    ]
    let about = BroadcastDescription(
        description: "Interview with the board", originator: "Dicta", reference: "DE-DICTA-20261121-0001", date: "2026-11-21",
        time: "13:05:09", timeReference: 5_000_000_000, codingHistory: "A=PCM,F=48000,W=24,M=stereo,T=Dicta")

    func write(_ path: String, _ encoding: AudioFormat.SampleEncoding, channels: Int = 2, frames: Int = 48_000) throws {
        let format = try AudioFormat(encoding: encoding, rate: 48_000, channels: channels)
        let writer = try SegmentWriter(path: path, format: format, description: about)
        try writer.write(all: Signal.frames(frames / 2, format))
        // The chunks are right while the file is written, too.
        try writer.sync()
        expectAllReadersSee(Int64(frames / 2), format, in: path)
        #expect(try WaveTags(path: path).description?.reference == about.reference)
        try writer.write(all: Signal.frames(frames - frames / 2, from: frames / 2, format))
        #expect(try writer.close(markers: markers.reversed()) == sizeOfFile(path))
        expectAllReadersSee(Int64(frames), format, in: path)
        #expect(difference(try SegmentReader(path: path).readAll(), Signal.frames(frames, format)) == nil)
    }

    @Test func whatIsWrittenIsReadBack() throws {
        let scratch = try Scratch()
        for encoding in [AudioFormat.SampleEncoding.float, .pcm24, .pcm16] {
            for channels in [1, 2] {
                let path = scratch.file("\(encoding)\(channels).wav")
                // An odd count: 24-bit mono then has a pad byte before the markers.
                try write(path, encoding, channels: channels, frames: 48_001)
                let tags = try WaveTags(path: path)
                #expect(tags.markers == markers)
                var wanted = about
                wanted.codingHistory += "\r\n"
                #expect(tags.description == wanted)
                #expect(try Recovery.mend(path).isChanged == false)
            }
        }
    }

    @Test func otherProgramsShowThem() throws {
        let scratch = try Scratch()
        let path = scratch.file("take.wav")
        try write(path, .pcm24)
        let info = shell("sndfile-info '\(path)'").output
        for text in ["Count : 4", "12345", "chorus", "47999", "bext : "] { #expect(info.contains(text), "\(text) in \(info)") }
        let broadcast = shell("sndfile-info --broadcast '\(path)'").output
        for text in [about.description, "Dicta", about.reference, about.date, about.time, about.codingHistory] {
            #expect(broadcast.contains(text), "\(text) in \(broadcast)")
        }
        let tags = shell("ffprobe -v error -show_entries format_tags -of default=nw=1 '\(path)'").output
        for text in [
            "TAG:time_reference=5000000000", "TAG:originator_reference=\(about.reference)", "TAG:date=2026-11-21",
            "TAG:creation_time=13:05:09", "TAG:comment=\(about.description)", "TAG:encoded_by=Dicta",
        ] {
            #expect(tags.contains(text), "\(text) in \(tags)")
        }
        #expect(shell("sox '\(path)' -n stat").code == 0)
    }

    @Test func thoseOfOtherProgramsAreRead() throws {
        let scratch = try Scratch()
        let path = scratch.file("foreign.wav")
        let made = shell(
            "ffmpeg -v error -f lavfi -i sine=d=1 -write_bext 1 -metadata description='a day' -metadata originator=ffmpeg"
                + " -metadata time_reference=77 -metadata origination_date=2020-02-03 '\(path)'")
        try #require(made.code == 0, "\(made.output)")
        let tags = try WaveTags(path: path)
        #expect(tags.description?.description == "a day")
        #expect(tags.description?.originator == "ffmpeg")
        #expect(tags.description?.timeReference == 77)
        #expect(tags.markers.isEmpty)
        #expect(throws: StorageError.self) { try WaveTags(path: scratch.path) }
        #expect(throws: StorageError.self) { try WaveTags(path: try scratch.write("fLaC", to: "x.flac")) }
    }

    @Test func textsThatAreTooLongAreCutBetweenCharacters() throws {
        let scratch = try Scratch()
        let path = scratch.file("long.wav")
        var long = about
        long.description = String(repeating: "ü", count: 300)
        long.originator = String(repeating: "x", count: 100)
        let format = try AudioFormat(rate: 48_000)
        let writer = try SegmentWriter(path: path, format: format, description: long)
        try writer.write(all: Signal.frames(100, format))
        _ = try writer.close()
        let tags = try WaveTags(path: path)
        #expect(tags.description?.description == String(repeating: "ü", count: 128))
        #expect(tags.description?.originator == String(repeating: "x", count: 32))
        expectAllReadersSee(100, format, in: path)
    }
}
