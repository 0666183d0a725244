// Tests of takes whose program is killed.
import Dictation
import FoundationEssentials
import Glibc
import Storage
import TestSupport
import Testing

struct KillTests {
    static let kinds: [AudioFormat] =
        ((try? AudioFormat.Container.allCases.map { try AudioFormat(container: $0, rate: 48_000) }) ?? [])
        + ((try? [AudioFormat(encoding: .pcm24, rate: 44_100, channels: 1), AudioFormat(encoding: .pcm16, rate: 96_000)]) ?? [])

    @Test(arguments: kinds.few)
    func aKilledTakeOpensAndIsMended(format: AudioFormat) throws {
        let scratch = try Scratch()
        var mended = 0
        var dice = Dice()
        for round in 0..<rounds(20) {
            let path = scratch.file("\(round).\(format.container.fileExtension)")
            // In every other round the buffer is also written between two flushes.
            let step = round % 2 == 0 ? 3_001 : 80_009
            let process = try TakeProcess(format, path: path, step: step, pause: 500)
            // FFmpeg reads no MP3 of fewer than two frames.
            Pause.until { (process.progress.last?.readable ?? 0) >= 4_000 }
            // Any moment of the next turns.
            usleep(UInt32.random(in: 0..<200_000, using: &dice))
            process.kill()
            let flushed = try #require(process.progress.last)
            try Self.expectOpen(path, format, atLeast: Int64(flushed.readable))

            let report = try Recovery.mend(path)
            if report.isChanged { mended += 1 }
            #expect(report.frames >= flushed.readable, "\(format)")
            #expect(report.frames <= flushed.given + step, "\(format)")
            #expect(report.bytes == sizeOfFile(path))
            try expectWhole(path, format, report)
            let again = try Recovery.mend(path)
            #expect(!again.isChanged && again.frames == report.frames && again.bytes == report.bytes)
            #expect(shell("rm '\(path)'").code == 0)
        }
        #expect(shell("ls -A '\(scratch.path)'").output == "", "nothing is left behind")
        print("\(format.container) \(format.encoding): \(mended) of \(rounds(20)) had something to mend")
    }

    /// Checks a file as the kill left it.
    static func expectOpen(_ path: String, _ format: AudioFormat, atLeast frames: Int64) throws {
        for reader in ForeignReader.allCases where reader.isAsked(about: try Self.asWritten(format)) {
            let view = reader.look(at: path)
            let rate = try #require(view.rate, "\(reader.rawValue) cannot open \(path)")
            // A kill in the middle of a write cuts a page of Ogg: sndfile-info then calls the length unknown.
            if view.frames != nil || reader != .sndfileInfo || !OggTail.isCut(path) {
                #expect((view.frames ?? 0) * Int64(format.rate) / Int64(rate) >= frames, "\(reader.rawValue) of \(path)")
            }
            #expect(view.channels == format.channels)
        }
        let reader = try SegmentReader(path: path)
        #expect(reader.info.frames >= frames)
    }

    private func expectWhole(_ path: String, _ format: AudioFormat, _ report: RecoveryReport) throws {
        expectAllReadersSee(report.frames, try Self.asWritten(format), in: path)
        let decoded = shell("ffmpeg -v error -xerror -i '\(path)' -f null -")
        #expect(decoded.code == 0 && decoded.output == "", "\(format): \(decoded.output)")
        let got = try SegmentReader(path: path).readAll()
        #expect(got.count == Int(report.frames))
        let wanted = Signal.frames(got.count, format)
        if format.encoding.isLossless {
            #expect(difference(got, wanted) == nil, "\(format)")
        } else {
            #expect(likeness(got, wanted).min() > 0.97, "\(format): \(likeness(got, wanted))")
        }
    }

    /// Apple Lossless is written as plain samples until it is closed.
    private static func asWritten(_ format: AudioFormat) throws -> AudioFormat {
        guard format.container == .alac else { return format }
        return try AudioFormat(container: .caf, encoding: format.encoding, rate: format.rate, channels: format.channels)
    }
}

/// The end of an Ogg file.
private enum OggTail {
    /// True if the last page of the file is not complete.
    static func isCut(_ path: String) -> Bool {
        guard let bytes = FileManager.default.contents(atPath: path), let start = bytes.lastRange(of: Data("OggS".utf8))
        else { return false }
        let page = bytes[start.lowerBound...]
        guard page.count > 26 else { return true }
        let segments = Int(page[page.startIndex + 26])
        guard page.count >= 27 + segments else { return true }
        let sizes = page.dropFirst(27).prefix(segments)
        return page.count < 27 + segments + sizes.reduce(0) { $0 + Int($1) }
    }
}
