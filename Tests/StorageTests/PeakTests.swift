// Tests of waveforms.
import Dictation
import Glibc
import TestSupport
import Testing

@testable import Storage

struct PeakTests {
    private func draw(_ shelf: TestLibrary, _ recording: Recording, _ range: Range<Int64>? = nil, zoom: Int) throws -> Waveform {
        let waveform = try Waveform(shelf.library, recording, range ?? 0..<recording.timeline.length, zoom: zoom)
        while try !waveform.step() {}
        return waveform
    }

    /// The waveform of a file that was cut is right: its sound is not whole.
    @Test func aFileThatWasCutIsToldAsSuch() throws {
        let shelf = try TestLibrary()
        let recording = try shelf.record("cut", frames: 1000)
        let bytes = recording.segments[0].bytes
        try #require(shell("truncate -s \(bytes / 2) '\(shelf.file("cut.wav"))'").code == 0)
        do throws(StorageError) {
            let waveform = try Waveform(shelf.library, recording, 0..<1000, zoom: 64)
            while try !waveform.step() {}
            Issue.record("it was drawn")
        } catch {
            guard case .damaged(name: "cut", _) = error else { throw error }
        }
    }

    /// Records a tone that gets louder, in a given format.
    private func record(_ shelf: TestLibrary, _ name: String, _ format: AudioFormat, frames: Int) throws -> (Recording, [Frame]) {
        let sound = (0..<frames).map { index in
            let gain = Float(index) / Float(frames)
            return Frame(gain * sinf(Float(index) * 0.05), 0.5 * gain * sinf(Float(index) * 0.031))
        }
        let file = "\(name).\(format.container.fileExtension)"
        var segment = Segment(file: file, created: "2026-01-01T00:00:00Z", format: format)
        let writer = try SegmentWriter(path: shelf.file(file), format: format)
        try writer.write(all: sound)
        segment.bytes = try writer.close()
        segment.frames = Int64(frames)
        return (try shelf.library.keepTake(JournalEntry(name: name, segment: segment)), sound)
    }

    /// The expected columns, computed from the samples.
    private func columns(_ sound: [Frame], zoom: Int) -> [PeakColumn] {
        stride(from: 0, to: sound.count, by: zoom).map { first in
            var column = PeakColumn()
            for frame in sound[first..<min(first + zoom, sound.count)] { column.add(PeakColumn(one: frame)) }
            return column
        }
    }

    private func expect(_ got: [PeakColumn], _ wanted: [PeakColumn], _ what: String) {
        #expect(got.count == wanted.count, "\(what)")
        for (index, (got, wanted)) in zip(got, wanted).enumerated() {
            for side in 0..<2 {
                // Columns may be two codes wider: one of the file, one of rounding to 16 bits.
                let isFine =
                    got.low[side] <= wanted.low[side] + 0.0001 && got.high[side] >= wanted.high[side] - 0.0001
                    && got.low[side] > wanted.low[side] - 0.04 && got.high[side] < wanted.high[side] + 0.04
                    && abs(got.rms[side] - wanted.rms[side]) < 0.02
                guard !isFine else { continue }
                Issue.record("\(what) column \(index) side \(side): \(got), not \(wanted)")
                return
            }
        }
    }

    @Test("the levels are those of the audio, at every zoom and in every format that the scan reads in its own way")
    func truth() throws {
        let shelf = try TestLibrary()
        let frames = 256 * 4096 + 70_001
        for (container, encoding) in [(.wav, .float), (.wav, .pcm16), (.w64, .pcm16), (.flac, .pcm16), (.wav, .pcm24)]
            as [(AudioFormat.Container, AudioFormat.SampleEncoding)]
        {
            let format = try AudioFormat(container: container, encoding: encoding, rate: 48_000)
            let (recording, sound) = try record(shelf, "\(container) \(encoding)", format, frames: frames)
            for zoom in [256, 1024, 16_384, 300_000] {
                let waveform = try draw(shelf, recording, zoom: zoom)
                #expect(waveform.drawn == (zoom == 256 ? 1 : 0), "once for all zooms")
                // The waveform of a FLAC is as small in proportion: its finest zoom is coarser.
                if zoom < 20_000, container != .flac || zoom > 512 {
                    expect(waveform.columns, columns(sound, zoom: zoom), "\(container) \(encoding) \(zoom)")
                }
            }
        }
        let mono = try AudioFormat(encoding: .pcm16, rate: 48_000, channels: 1)
        let (recording, sound) = try record(shelf, "mono", mono, frames: 100_003)
        let both = sound.map { Frame(repeating: ($0.x + $0.y) / 2) }
        expect(try draw(shelf, recording, zoom: 512).columns, columns(both, zoom: 512), "mono")
    }

    @Test("what the processor does eight at a time is what one after the other gives, at any length and for every number")
    func wide() throws {
        guard PeakMeasure.isWide else { return }
        var dice = Dice()
        for (sample, channels) in [(.float, 1), (.float, 2), (.pcm16, 1), (.pcm16, 2), (.pcm24, 1), (.pcm24, 2)]
            as [(PeakMeasure.Sample, Int)]
        {
            for frames in [1, 7, 16, 33, 255, 256, 1000] {
                var bytes = (0..<frames * channels * sample.bytes + PeakMeasure.slack).map { _ in
                    UInt8.random(in: 0...255, using: &dice)
                }
                // The lowest numbers, where two samples with them meet.
                let lowest: [PeakMeasure.Sample: [UInt8]] = [.pcm16: [0, 0x80], .pcm24: [0, 0, 0x80]]
                if let number = lowest[sample] { bytes.replaceSubrange(0..<number.count, with: number) }
                if sample == .float {
                    for index in 0..<frames * channels {
                        let value = Float.random(in: -2...2, using: &dice).bitPattern
                        for part in 0..<4 { bytes[4 * index + part] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(part))) }
                    }
                    if frames == 33 { bytes.replaceSubrange(64..<68, with: [0, 0, 0xc0, 0x7f]) }
                }
                let (wide, plain) = unsafe bytes.withUnsafeBytes { room in
                    let start = unsafe room.baseAddress.map { unsafe UnsafeRawPointer($0) }
                    let measure = { (isWide: Bool) in
                        unsafe start.map {
                            unsafe PeakMeasure.column(sample, $0, frames: frames, channels: channels, isWide: isWide)
                        }
                    }
                    return (measure(true), measure(false))
                }
                let (got, wanted) = (try #require(wide), try #require(plain))
                let what: Comment = "\(sample) \(channels) \(frames): \(got), not \(wanted)"
                #expect(got.low == wanted.low && got.high == wanted.high && got.frames == wanted.frames, what)
                for side in 0..<2 where !wanted.squares[side].isNaN {
                    #expect(abs(got.squares[side] - wanted.squares[side]) <= 1e-4 * wanted.squares[side], what)
                }
            }
        }
        var columns = (0..<10_000).map { _ in
            let near = Float.random(in: -1...1, using: &dice) * 0.001
            let ends = [.random(in: -1...1, using: &dice), near, .random(in: -2...2, using: &dice), 0].shuffled(using: &dice)
            return PeakColumn(
                low: SIMD2(ends[0], ends[1]), high: SIMD2(ends[2], ends[3]), squares: SIMD2(.random(in: 0...9, using: &dice), 0),
                frames: 7)
        }
        columns.append(PeakColumn())
        columns.append(PeakColumn(low: [-1, 1], high: [1, -1], squares: [.infinity, .nan], frames: 1))
        for column in columns {
            let (got, wanted) = (PeakMeasure.codes(column, isWide: true), PeakMeasure.codes(column, isWide: false))
            for place in 0..<6 {
                // A root that is rounded twice may be the next number.
                let isFine = place < 4 ? got[place] == wanted[place] : abs(Int(got[place]) - Int(wanted[place])) <= 1
                #expect(isFine, "\(column) \(place): \(got), not \(wanted)")
            }
        }
    }

    @Test("less than one per cent of the audio, also of mono at 16 bits and of an hour of Opus, from one second on")
    func size() throws {
        let shelf = try TestLibrary()
        for (channels, encoding) in [(1, .pcm16), (2, .pcm16), (2, .float)] as [(Int, AudioFormat.SampleEncoding)] {
            for frames in [48_000, 1_000_000, 5_000_000] {
                let name = "\(channels) \(encoding) \(frames)"
                let format = try AudioFormat(encoding: encoding, rate: 48_000, channels: channels)
                let (recording, _) = try record(shelf, name, format, frames: frames)
                _ = try draw(shelf, recording, zoom: 10_000)
                let peaks = sizeOfFile(shelf.library.peakPath(of: recording.segments[0].file))
                #expect(peaks > 0 && peaks * 100 < recording.bytes, "\(name): \(peaks) of \(recording.bytes)")
            }
        }
        let base = PeakLayout.base(channels: 1, bytesPerFrame: 64_000 / 8 / 48_000)
        let stamp = PeakStamp(bytes: 28_800_000, modified: 0, frames: 172_800_000, rate: 48_000, channels: 1)
        #expect(PeakLayout(stamp, base: base).bytes < 288_000)
    }

    @Test("drawn along while recording it is the same as drawn afterwards, in silence too")
    func along() throws {
        let shelf = try TestLibrary()
        for channels in [1, 2] {
            let format = try AudioFormat(encoding: .float, rate: 48_000, channels: channels)
            let peaks = try PeakWriter(shelf.library, format)
            let file = "take\(channels).wav"
            let writer = try SegmentWriter(path: shelf.file(file), format: format)
            let sound = Signal.counter(1_100_000, .pcm16)
            for first in stride(from: 0, to: sound.count, by: 777) {
                let part = Array(sound[first..<min(first + 777, sound.count)])
                try writer.write(all: part)
                unsafe part.withUnsafeBufferPointer { unsafe peaks.add($0) }
            }
            try writer.writeSilence(frames: 100_000)
            peaks.addSilence(100_000)
            var segment = Segment(file: file, created: "2026-01-01T00:00:00Z", format: format)
            segment.bytes = try writer.close()
            segment.frames = writer.framesWritten
            try peaks.keep(shelf.library, of: segment)
            let recording = try shelf.library.keepTake(JournalEntry(name: "take\(channels)", segment: segment))
            #expect(shelf.library.peakState(of: segment) == .ready)
            let live = try draw(shelf, recording, zoom: 256)
            #expect(live.drawn == 0)
            let path = shelf.library.peakPath(of: file)
            let before = TestLibrary.read(path)
            shelf.library.removePeaks(file)
            #expect(shelf.library.peakState(of: segment) == .none)
            #expect(try draw(shelf, recording, zoom: 256).drawn == 1)
            #expect(TestLibrary.read(path) == before)
        }
    }

    @Test("the waveform of an open take is that of the closed one, before and after the end of a block")
    func openTake() throws {
        let shelf = try TestLibrary()
        let format = try AudioFormat(encoding: .float, rate: 48_000)
        let peaks = try PeakWriter(shelf.library, format)
        let writer = try SegmentWriter(path: shelf.file("take.wav"), format: format)
        let sound = Signal.counter(2_200_000, .pcm16)
        var seen: [Recording: [PeakColumn]] = [:]
        var segment = Segment(file: "take.wav", created: "2026-01-01T00:00:00Z", format: format)
        var done = 0
        for end in [0, 100, 70_000, 256 * 4096, 256 * 4096 + 1, 2_100_000] {
            let part = Array(sound[done..<end])
            try writer.write(all: part)
            unsafe part.withUnsafeBufferPointer { unsafe peaks.add($0) }
            done = end
            segment.frames = Int64(end)
            let open = OpenTake(JournalEntry(name: "take", segment: segment), try peaks.open())
            let recording = try shelf.library.recording(with: open.entry)
            let job = try Waveform(shelf.library, recording, 0..<Int64(end), zoom: 1024, open: open)
            while try !job.step() {}
            #expect(job.drawn == 0 && job.columns.reduce(0) { $0 + $1.frames } == end)
            seen[recording] = job.columns
        }
        segment.bytes = try writer.close()
        try peaks.keep(shelf.library, of: segment)
        let recording = try shelf.library.keepTake(JournalEntry(name: "take", segment: segment))
        let closed = try draw(shelf, recording, zoom: 1024)
        #expect(seen.count == 6)
        for columns in seen.values {
            let whole = columns.filter { $0.frames == 1024 }
            #expect(Array(closed.columns.prefix(whole.count)) == whole)
        }
    }

    @Test("side by side it is the same as one after the other, over several steps, also where a block is longer than a step")
    func sideBySide() throws {
        let shelf = try TestLibrary()
        // The signal gets louder from one stretch to the next.
        let sounds = (1...5).map { gain in Signal.counter(1 << 16, .pcm16).map { $0 * (Float(gain) / 5) } }
        let parts = sounds.flatMap { Array(repeating: $0, count: 16) }
        let frames = 5 << 20
        let writer = try SegmentWriter(path: shelf.file("long.wav"), format: try AudioFormat(encoding: .float, rate: 48_000))
        for part in parts { try writer.write(all: part) }
        _ = try writer.close()
        for bytes in [8 * frames, frames / 8] {
            let stamp = PeakStamp(bytes: Int64(bytes), modified: 0, frames: Int64(frames), rate: 48_000, channels: 2)
            let peaks = try PeakWriter(shelf.library, channels: 2, bytesPerFrame: Double(bytes) / Double(frames))
            for part in parts { unsafe part.withUnsafeBufferPointer { unsafe peaks.add($0) } }
            try peaks.keep(as: "serial", stamp)
            let scan = try PeakScan(shelf.library, path: shelf.file("long.wav"), target: "scan", stamp: stamp)
            while try !scan.step() {}
            #expect(scan.fraction == 1)
            // The lists are compared before the check: printing their differences takes minutes.
            let isSame = TestLibrary.read(shelf.file(".peaks/scan")) == TestLibrary.read(shelf.file(".peaks/serial"))
            #expect(isSame, "\(bytes) bytes")
        }
    }

    @Test("what is stale, damaged at any place, cut or foreign is drawn again; verify and recover know of it")
    func damage() throws {
        let shelf = try TestLibrary()
        let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
        let (recording, sound) = try record(shelf, "a", format, frames: 200_000)
        let segment = recording.segments[0]
        let good = try draw(shelf, recording, zoom: 256).columns
        let path = shelf.library.peakPath(of: "a.wav")
        let bytes = TestLibrary.read(path)
        #expect(Checksum.crc32(Array("123456789".utf8)[...]) == 0xCBF4_3926)
        var places = Array(0..<PeakLayout.headerBytes) + [bytes.count - 1, bytes.count - 5]
        var dice = Dice()
        places += (0..<40).map { _ in Int.random(in: PeakLayout.headerBytes..<bytes.count, using: &dice) }
        for place in places {
            var other = bytes
            other[place] ^= UInt8.random(in: 1...255, using: &dice)
            #expect(TestLibrary.write(other, to: path))
            #expect(try draw(shelf, recording, zoom: place % 2 == 0 ? 256 : 70_000).columns.isEmpty == false)
            let isChecked = try draw(shelf, recording, zoom: 256).columns == good
            #expect(isChecked, "byte \(place)")
        }
        for length in [0, 10, 71, 72, 500, bytes.count - 1] {
            #expect(TestLibrary.write(Array(bytes[..<length]), to: path))
            #expect(shelf.library.peakState(of: segment) == .damaged)
            #expect(try draw(shelf, recording, zoom: 256).columns == good)
        }
        var other = bytes
        other[bytes.count - 1] ^= 1
        #expect(TestLibrary.write(other, to: path))
        #expect(try shelf.library.verify("a", deep: true).first?.contains("not a usable waveform") == true)
        #expect(TestLibrary.write(bytes, to: shelf.library.peakPath(of: "gone.wav")))
        #expect(try shelf.library.recoverPeaks().map(\.name) == ["a.wav.peaks", "gone.wav.peaks"])
        #expect(try shelf.library.recoverPeaks().isEmpty && shelf.library.verify("a", deep: true).isEmpty)
        // Another audio file of the same length takes the name.
        _ = try draw(shelf, recording, zoom: 256)
        try #require(shell("rm '\(shelf.file("a.wav"))'").code == 0)
        let writer = try SegmentWriter(path: shelf.file("a.wav"), format: format)
        try writer.write(all: sound.map { -$0 })
        _ = try writer.close()
        #expect(shelf.library.peakState(of: segment) == .stale)
        expect(try draw(shelf, recording, zoom: 256).columns, columns(sound.map { -$0 }, zoom: 256), "the new audio")
    }

    @Test("an edited timeline is drawn as it is heard")
    func edited() throws {
        let shelf = try TestLibrary()
        let format = try AudioFormat(rate: 48_000)
        var (recording, sound) = try record(shelf, "a", format, frames: 400_000)
        recording.edits.delete(51_200..<204_800)
        sound.removeSubrange(51_200..<204_800)
        expect(try draw(shelf, recording, zoom: 1024).columns, columns(sound, zoom: 1024), "cut on the grid")
        let part = try draw(shelf, recording, 60_000..<100_000, zoom: 20_000)
        #expect(part.columns.count == 2 && part.range == 60_000..<100_000)
        #expect(part.columns[0].high.x < part.columns[1].high.x)
        #expect(part.columns.map(\.frames) == [20_000, 20_000])
        var none = recording
        none.edits.delete(0..<400_000)
        #expect(try draw(shelf, none, zoom: 10).columns.isEmpty)
    }

    @Test("numbers that are none, and levels past full scale, do no harm")
    func strange() throws {
        let shelf = try TestLibrary()
        let format = try AudioFormat(rate: 48_000)
        var segment = Segment(file: "a.wav", created: "", format: format)
        let writer = try SegmentWriter(path: shelf.file("a.wav"), format: format)
        var sound = [Frame](repeating: .zero, count: 1000)
        sound[3] = Frame(.nan, 7)
        sound[4] = Frame(0.5, -.infinity)
        try writer.write(all: sound)
        segment.bytes = try writer.close()
        segment.frames = 1000
        let kept = try shelf.library.keepTake(JournalEntry(name: "a", segment: segment))
        let column = try draw(shelf, kept, zoom: 1000).columns[0]
        #expect(column.high.y == 1 && column.low.y == -1 && column.high.x > 0.49 && column.high.x < 0.52 && column.low.x == 0)
    }
}
