// A recorded sequence of writes and syncs, for the tests of power loss.
import Glibc
import Storage
import TestSupport
import Testing

struct WriteJournal {
    private enum Step {
        case write(offset: Int, bytes: ArraySlice<UInt8>)
        case cut(length: Int)
        case sync
    }
    private var steps: [Step] = []

    init(_ path: String) throws {
        let bytes = try Self.contents(path)
        var place = 0
        func number(_ index: Int) -> Int {
            let start = place + 8 * index
            return bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        while place + 24 <= bytes.count {
            let what = number(0), offset = number(1), count = number(2)
            place += 24
            switch UInt8(truncatingIfNeeded: what) {
            case UInt8(ascii: "w"): steps.append(.write(offset: offset, bytes: bytes[place..<place + count]))
            case UInt8(ascii: "t"): steps.append(.cut(length: offset))
            default: steps.append(.sync)
            }
            place += count
        }
        try #require(place == bytes.count)
    }

    var count: Int { steps.count }

    /// Positions of the syncs in the sequence.
    var syncs: [Int] { steps.indices.filter { if case .sync = steps[$0] { true } else { false } } }

    /// Makes the file from all steps before `synced`, and from each page of the later ones with a probability. The length may
    /// have reached the disk without the pages, which leaves a hole.
    func replay(to path: String, synced: Int, until: Int, chance: Double, _ dice: inout Dice) throws {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        try #require(descriptor >= 0)
        var length = 0
        for (index, step) in steps[..<until].enumerated() {
            switch step {
            case .write(let offset, let bytes):
                length = max(length, offset + bytes.count)
                if index < synced {
                    try put(descriptor, bytes, offset)
                } else {
                    var start = bytes.startIndex
                    while start < bytes.endIndex {
                        let at = offset + start - bytes.startIndex
                        // Pages count from the start of the file, not of the write.
                        let end = min(bytes.endIndex, start + 4_096 - at % 4_096)
                        if Double.random(in: 0..<1, using: &dice) < chance { try put(descriptor, bytes[start..<end], at) }
                        start = end
                    }
                }
            case .cut(let to) where index < synced:
                length = to
                #expect(ftruncate(descriptor, to) == 0)
            case .cut, .sync: break
            }
        }
        if chance > 0, Bool.random(using: &dice) { #expect(ftruncate(descriptor, length) == 0) }
        #expect(close(descriptor) == 0)
    }

    private func put(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>, _ offset: Int) throws {
        let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, offset) }
        try #require(count == bytes.count)
    }

    /// Overwrites the start of a file.
    static func overwrite(_ path: String, _ head: [UInt8]) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        let count = unsafe write(descriptor, head, head.count)
        #expect(count == head.count && close(descriptor) == 0)
    }

    /// Makes the file, or replaces it.
    static func put(_ bytes: [UInt8], _ path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        try #require(descriptor >= 0)
        let count = unsafe write(descriptor, bytes, bytes.count)
        #expect(count == bytes.count && close(descriptor) == 0)
    }

    static func contents(_ path: String) throws -> [UInt8] {
        guard let stream = unsafe fopen(path, "r") else { throw StorageError.missing(path: path) }
        defer { _ = unsafe fclose(stream) }
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&piece, 1, piece.count, stream)
            if count == 0 { return all }
            all += piece[..<count]
        }
    }
}
