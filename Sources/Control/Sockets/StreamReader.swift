// Splits a TCP stream into packets, in both framings of OSC. Any thread; a value, no I/O.
import System

/// Splits a TCP stream into packets: with their size in front (OSC 1.0), or between END bytes (SLIP, OSC 1.1). The first byte
/// tells the framing, since no size begins with an END byte, '/' or '#'.
package struct StreamReader {
    /// The framing of a stream, unknown until its first byte.
    package enum Framing { case unknown, sized, slip }

    /// One result of reading.
    package enum Item: Equatable {
        /// A whole packet.
        case packet([UInt8])
        /// A packet above the limit, with its size in bytes. A SLIP stream goes on after it, a sized one cannot.
        case tooLarge(Int)
        /// Bytes that are not OSC.
        case garbage
    }

    static let end: UInt8 = 0xc0
    private static let escape: UInt8 = 0xdb

    /// The framing of the stream.
    package private(set) var framing = Framing.unknown
    /// Bytes of an incomplete packet; of SLIP, without their escapes.
    private var waiting: [UInt8] = []
    private var isEscaped = false
    private var isSkipping = false
    /// True when the start of the next packet is unknown.
    private var isLost = false
    /// Start of the next packet in a sized stream.
    private var start = 0
    private var items: [Item] = []
    private var next = 0

    /// Makes a reader that has read nothing.
    package init() {}

    /// True when `take()` has a result.
    package var hasItems: Bool { next < items.count }

    /// The next result; nil when there is none.
    package mutating func take() -> Item? {
        guard next < items.count else { return nil }
        defer {
            next += 1
            if next == items.count { (items, next) = ([], 0) }
        }
        return items[next]
    }

    /// Reads bytes that have arrived.
    package mutating func add(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first, !isLost else { return }
        if framing == .unknown {
            switch first {
            case 0: framing = .sized
            case Self.end, UInt8(ascii: "/"), UInt8(ascii: "#"): framing = .slip
            default:
                items.append(.garbage)
                return
            }
        }
        if framing == .slip { addSlip(bytes) } else { addSized(bytes) }
    }

    private mutating func addSized(_ bytes: ArraySlice<UInt8>) {
        waiting += bytes
        while waiting.count - start >= 4 {
            let size = Int(waiting[start..<(start + 4)], .big)
            guard size <= ControlLimits.packet else {
                items.append(.tooLarge(size))
                (waiting, start, isLost) = ([], 0, true)
                return
            }
            guard waiting.count - start - 4 >= size else { break }
            items.append(.packet(Array(waiting[(start + 4)..<(start + 4 + size)])))
            start += 4 + size
        }
        // Read bytes are removed now and then, not with every packet.
        guard start > 0, start == waiting.count || start > 64 * 1024 else { return }
        waiting.removeFirst(start)
        start = 0
    }

    private mutating func addSlip(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte == Self.end {
                if isSkipping {
                    items.append(.tooLarge(waiting.count))
                } else if !waiting.isEmpty {
                    items.append(.packet(waiting))
                }
                (waiting, isEscaped, isSkipping) = ([], false, false)
            } else if isSkipping {
                continue
            } else if byte == Self.escape, !isEscaped {
                isEscaped = true
            } else {
                let plain: UInt8 = isEscaped && byte == 0xdc ? Self.end : isEscaped && byte == 0xdd ? Self.escape : byte
                isEscaped = false
                waiting.append(plain)
                isSkipping = waiting.count > ControlLimits.packet
            }
        }
    }

    /// Frames a packet as the peer does.
    package func framed(_ packet: [UInt8]) -> [UInt8] {
        guard framing == .slip else { return UInt32(packet.count).bytes(.big) + packet }
        var bytes = [Self.end]
        bytes.reserveCapacity(packet.count + 16)
        for byte in packet {
            switch byte {
            case Self.end: bytes += [Self.escape, 0xdc]
            case Self.escape: bytes += [Self.escape, 0xdd]
            default: bytes.append(byte)
            }
        }
        return bytes + [Self.end]
    }
}
