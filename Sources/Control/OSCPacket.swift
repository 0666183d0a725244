// Room: Control. Any thread; no state. Bundles are read here and not by liblo, which would dispatch them itself.
import Glibc

/// What travels in one datagram: a message, or a bundle of messages and bundles.
public enum OSCPacket {
    private static let tag = Array("#bundle".utf8) + [0]
    private static let immediately: UInt64 = 1

    /// The messages of a packet in their order; those of a bundle whose time has come or is "now".
    /// One bad element makes the whole packet bad: half a bundle is worse than none.
    public static func decode(_ bytes: [UInt8]) throws(ControlError) -> [OSCMessage] {
        guard bytes.count <= ControlLimits.packet else { throw .tooLarge(bytes: bytes.count) }
        var messages: [OSCMessage] = []
        try decode(bytes[...], depth: 0, into: &messages)
        return messages
    }

    /// A bundle for now that holds these packets.
    public static func bundle(_ packets: [[UInt8]]) -> [UInt8] {
        packets.reduce(into: tag + bigEndian(immediately)) { bundle, packet in
            bundle += bigEndian(UInt32(packet.count)) + packet
        }
    }

    private static func decode(_ bytes: ArraySlice<UInt8>, depth: Int, into messages: inout [OSCMessage]) throws(ControlError) {
        guard bytes.starts(with: tag) else {
            messages.append(try OSCMessage(decoding: Array(bytes)))
            return
        }
        guard depth < ControlLimits.bundleDepth else { throw .malformed("bundles lie too deep in one another") }
        guard bytes.count >= 16 else { throw .malformed("a bundle is cut off") }
        guard number(bytes.dropFirst(8).prefix(8)) <= now() else { throw .futureBundle }
        var rest = bytes.dropFirst(16)
        while !rest.isEmpty {
            guard rest.count >= 4 else { throw .malformed("a bundle is cut off") }
            let size = Int(number(rest.prefix(4)))
            rest = rest.dropFirst(4)
            guard size > 0, size.isMultiple(of: 4), size <= rest.count else {
                throw .malformed("an element of a bundle has a size that cannot be")
            }
            try decode(rest.prefix(size), depth: depth + 1, into: &messages)
            rest = rest.dropFirst(size)
        }
    }

    /// Seconds since 1900 and their 2^32nd parts, as OSC counts time.
    private static func now() -> UInt64 {
        var time = timespec()
        // Cannot fail for this clock; a zero would make every dated bundle one for later, which is refused.
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return immediately }
        let seconds = UInt64(time.tv_sec) &+ 2_208_988_800
        return seconds << 32 | (UInt64(time.tv_nsec) << 32) / 1_000_000_000
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        (1...(number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> (number.bitWidth - 8 * $0)) }
    }
}
