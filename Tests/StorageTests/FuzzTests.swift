// Test of random damage to files.
import Dictation
import Glibc
import Storage
import TestSupport
import Testing

struct FuzzTests {
    /// Passes damaged files of every format, closed and open, to everything that reads or repairs files: for 10 s, or for 10
    /// minutes if DICTA_SOAK is set.
    @Test func damagedFilesNeverCrashReaderOrRecovery() throws {
        let scratch = try Scratch()
        let seeds = try seedFiles(in: scratch)
        let seconds = unsafe getenv("DICTA_SOAK") != nil ? 600 : QuickRun.isOn ? 3 : 10
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        var seed = Dice().seed
        var tried = 0
        // A busy machine takes longer for enough of them.
        while clock.now < end || tried <= 100 {
            defer { seed &+= 1 }
            var random = Mutations(seed: seed)
            let chosen = seeds[Int(random.next() % UInt64(seeds.count))]
            let bad = random.mutate(chosen.bytes)
            let path = scratch.file("bad-\(seed).\(chosen.name)")
            try WriteJournal.put(bad, path)
            read(path)
            if let first = try? Recovery.mend(path) {
                #expect(first.bytes == sizeOnDisk(path), "seed \(seed) of \(chosen.name)")
                #expect(first.frames >= 0 && first.bytes <= Int64(bad.count) && first.bytesCut >= 0)
                let again = try Recovery.mend(path)
                #expect(!again.isChanged && again.frames == first.frames, "seed \(seed) of \(chosen.name): \(first), \(again)")
                read(path)
            } else {
                #expect(sizeOnDisk(path) == Int64(bad.count), "what cannot be mended is left alone")
            }
            #expect(unsafe unlink(path) == 0)
            tried += 1
        }
        print("\(tried) damaged files")
        #expect(tried > 100)
    }

    private func read(_ path: String) {
        _ = try? WaveTags(path: path)
        guard let reader = try? SegmentReader(path: path) else { return }
        _ = try? reader.read(upTo: 5_000)
        try? reader.seek(to: 1_500)
        _ = try? reader.read(upTo: 5_000)
    }

    private func seedFiles(in scratch: Scratch) throws -> [(name: String, bytes: [UInt8])] {
        var seeds: [(String, [UInt8])] = []
        for format in try formats() + formats(channels: 1) + lossyFormats() + lossyFormats(channels: 1) {
            let path = scratch.file(fileName(format))
            let writer = try SegmentWriter(path: path, format: format, description: BroadcastDescription(reference: "x"))
            try writer.write(all: Signal.frames(6_000, format))
            try writer.flush()
            seeds.append((fileName(format), try WriteJournal.contents(path)))
            try writer.write(all: Signal.frames(6_000, from: 6_000, format))
            _ = try writer.close(markers: [Marker(frame: 5, name: "five", note: "note")])
            seeds.append((fileName(format), try WriteJournal.contents(path)))
        }
        return seeds
    }

    private func sizeOnDisk(_ path: String) -> Int64 {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : -1
    }
}

/// Random damage; a seed repeats it.
private struct Mutations {
    private var dice: Dice
    init(seed: UInt64) { dice = Dice(seed: seed) }

    mutating func next() -> UInt64 { dice.next() }
    private mutating func below(_ limit: Int) -> Int { dice.next(below: limit) }

    mutating func mutate(_ seed: [UInt8]) -> [UInt8] {
        var bytes = seed
        for _ in 0...below(6) {
            // Half of the damage is in the header.
            let place = below(2) == 0 ? below(min(bytes.count, 200)) : below(bytes.count)
            guard place < bytes.count else { continue }
            switch below(7) {
            case 0: bytes[place] ^= 1 << UInt8(below(8))
            case 1: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 2:
                // Size fields get extreme values.
                let value = [UInt8](repeating: [0, 0xFF, 0x7F, 0x80][below(4)], count: [1, 2, 4, 8][below(4)])
                for (index, byte) in value.enumerated() where place + index < bytes.count { bytes[place + index] = byte }
            case 3: bytes.removeLast(below(bytes.count))
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(64)))
            case 5: bytes.insert(contentsOf: (0..<(1 + below(64))).map { UInt8(truncatingIfNeeded: $0 * 37) }, at: place)
            default: bytes += [UInt8](repeating: 0, count: below(20_000))
            }
        }
        return bytes
    }
}
