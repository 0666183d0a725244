// Reads and writes OSC packets. Bundles are read here: liblo would dispatch them itself. Any thread; no state.
internal import Messages
import System

/// One packet of OSC: a message, or a bundle of messages and bundles.
public enum OSCPacket {
    private static let tag = Array("#bundle".utf8) + [0]

    /// The messages of a packet in their order, each with the time of its bundle; nil for at once. One bad element makes the
    /// whole packet bad: half a bundle is worse than none. Throws `.malformed`, `.tooLarge` or `.futureBundle`.
    public static func timed(_ bytes: [UInt8]) throws(ControlError) -> [TimedMessage] {
        guard bytes.count <= ControlLimits.packet else { throw .tooLarge(bytes: bytes.count) }
        var messages: [TimedMessage] = []
        // Read once, and only for bundles: all bundles of a packet compare with one time.
        let now = bytes.starts(with: tag) ? TimeTag.now : .immediately
        try decode(bytes[...], depth: 0, time: nil, now: now, into: &messages)
        return messages
    }

    /// The messages of a packet in their order, without times: an answer is always for now.
    public static func decode(_ bytes: [UInt8]) throws(ControlError) -> [OSCMessage] {
        try timed(bytes).map(\.message)
    }

    /// A bundle of packets, for now when no time is given.
    public static func bundle(_ packets: [[UInt8]], at time: TimeTag = .immediately) -> [UInt8] {
        packets.reduce(into: tag + time.value.bytes(.big)) { bundle, packet in
            bundle += UInt32(packet.count).bytes(.big) + packet
        }
    }

    private static func decode(
        _ bytes: ArraySlice<UInt8>, depth: Int, time: TimeTag?, now: TimeTag, into messages: inout [TimedMessage]
    ) throws(ControlError) {
        guard bytes.starts(with: tag) else {
            messages.append(TimedMessage(message: try OSCMessage(decoding: Array(bytes)), time: time))
            return
        }
        guard depth < ControlLimits.bundleDepth else { throw .malformed(tr("bundles are nested too deep")) }
        guard bytes.count >= 16 else { throw .malformed(tr("a bundle is cut off")) }
        let own = TimeTag(number(bytes.dropFirst(8).prefix(8)))
        var next = time
        if own > now {
            guard own.seconds(since: now) <= ControlLimits.farthest else { throw .futureBundle }
            // An inner bundle is not done before its outer one.
            next = max(own, time ?? own)
        }
        var rest = bytes.dropFirst(16)
        while !rest.isEmpty {
            guard rest.count >= 4 else { throw .malformed(tr("a bundle is cut off")) }
            let size = Int(number(rest.prefix(4)))
            rest = rest.dropFirst(4)
            guard size > 0, size.isMultiple(of: 4), size <= rest.count else {
                throw .malformed(tr("an element of a bundle has an impossible size"))
            }
            try decode(rest.prefix(size), depth: depth + 1, time: next, now: now, into: &messages)
            rest = rest.dropFirst(size)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { UInt64(bytes, .big) }
}

/// A message of a packet, with the time of its bundle.
public struct TimedMessage: Sendable, Equatable {
    /// The message.
    public let message: OSCMessage
    /// The time of the bundle; nil for at once.
    public let time: TimeTag?
}
