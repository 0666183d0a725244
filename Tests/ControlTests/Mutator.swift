// Random changes of packets, the same for the same seed. One thread.
import TestSupport

/// Changes packets at random.
struct Mutator {
    private var dice: Dice

    init(_ dice: Dice) { self.dice = dice }

    mutating func random(_ limit: Int) -> Int { dice.next(below: limit) }

    /// A packet with changed bytes, a cut end or doubled parts, or two packets mixed.
    mutating func mutated(_ packet: [UInt8], with other: [UInt8]) -> [UInt8] {
        var packet = packet
        // One in three keeps its address, so its arguments are reached.
        if random(3) == 0, packet.count >= 8 {
            packet[packet.count - 1 - random(min(packet.count, 16))] = UInt8(random(256))
            return packet
        }
        for _ in 0...random(4) where !packet.isEmpty {
            switch random(8) {
            case 0...3: packet[random(packet.count)] = UInt8(random(256))
            case 4: packet[random(packet.count)] ^= 1 << random(8)
            case 5: packet.removeLast(random(packet.count))
            case 6:
                let start = random(packet.count)
                packet.insert(contentsOf: packet[start..<min(packet.count, start + 4 * random(8))], at: random(packet.count))
            default: packet = Array(packet.prefix(4 * random(packet.count / 4)) + other.suffix(4 * random(other.count / 4)))
            }
        }
        return packet
    }
}
