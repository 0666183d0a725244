// The bytes of one block of a peak file. Pure functions; any thread.
import System

/// Encodes and decodes one block of a peak file.
enum PeakBlock {
    /// Returns all levels of a block, each followed by its checksum.
    static func bytes(_ finest: [PeakColumn], channels: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(finest.count * channels * 4 + 64)
        var columns = finest
        for level in 0..<PeakLayout.levels {
            if level > 0 { columns = coarser(columns) }
            // Unchecked writes, since there are as many bytes as columns of the audio.
            var part = unsafe [UInt8](unsafeUninitializedCapacity: 3 * channels * columns.count) { room, count in
                for column in columns {
                    let codes = PeakMeasure.codes(column)
                    for channel in 0..<channels {
                        unsafe room[count] = codes[channel]
                        unsafe room[count + 1] = codes[2 + channel]
                        unsafe room[count + 2] = codes[4 + channel]
                        count += 3
                    }
                }
            }
            let sum = Checksum.crc32(part[...])
            for shift in stride(from: UInt32(0), to: 32, by: 8) { part.append(UInt8(truncatingIfNeeded: sum >> shift)) }
            bytes += part
        }
        return bytes
    }

    /// Joins four columns at a time into one of the next level.
    private static func coarser(_ columns: [PeakColumn]) -> [PeakColumn] {
        stride(from: 0, to: columns.count, by: 4).map { first in
            var column = columns[first]
            for index in first + 1..<min(first + 4, columns.count) { column.add(columns[index]) }
            return column
        }
    }

    /// Returns the columns of a level; nil if its checksum does not match.
    static func columns(_ bytes: [UInt8], channels: Int, framesPerColumn: Int, frames: Int64) -> [PeakColumn]? {
        let count = bytes.count - 4
        guard count >= 0 else { return nil }
        let said = UInt32(bytes[count...], .little)
        guard Checksum.crc32(bytes[..<count]) == said else { return nil }
        let step = 3 * channels
        return (0..<count / step).map { index in
            func part(_ channel: Int) -> (low: Float, high: Float, rms: Float) {
                let place = index * step + 3 * min(channel, channels - 1)
                let (low, high) = (Int8(bitPattern: bytes[place]), Int8(bitPattern: bytes[place + 1]))
                return (PeakLayout.value(Int(low)), PeakLayout.value(Int(high)), PeakLayout.value(Int(bytes[place + 2])))
            }
            let (left, right) = (part(0), part(1))
            let length = Int(min(Int64(framesPerColumn), frames - Int64(index) * Int64(framesPerColumn)))
            let rms = SIMD2(left.rms, right.rms)
            return PeakColumn(
                low: SIMD2(left.low, right.low), high: SIMD2(left.high, right.high), squares: rms * rms * Float(length),
                frames: length)
        }
    }
}
