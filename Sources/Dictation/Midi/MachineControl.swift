// MIDI Machine Control (MMC), as far as a recorder uses it. Any thread; a value, no I/O.

/// A command of MIDI Machine Control.
public enum MachineControl: Sendable, Equatable {
    /// The commands without data, by their MMC names.
    case stop, play, deferredPlay, fastForward, rewind, recordStrobe, recordExit, recordPause, pause
    /// Locate, in seconds from the start.
    case locate(Double)

    /// The commands of one message, `F0 7F device 06 ... F7`; commands that a recorder has no use for are skipped. Nil for
    /// another kind of message, or an incomplete one.
    static func parse(_ bytes: [UInt8]) -> (device: UInt8, commands: [MachineControl])? {
        guard bytes.count >= 6, bytes[0] == 0xf0, bytes[1] == 0x7f, bytes[2] < 0x80, bytes[3] == 0x06, bytes.last == 0xf7
        else { return nil }
        let body = bytes[4..<bytes.count - 1]
        guard body.allSatisfy({ $0 < 0x80 }) else { return nil }
        var rest = body
        var commands: [MachineControl] = []
        while let code = rest.popFirst() {
            guard !(0x40...0x77).contains(code) else {
                // Commands in this range have a length, and as many data bytes after it.
                guard let length = rest.popFirst(), rest.count >= Int(length) else { return nil }
                let data = Array(rest.prefix(Int(length)))
                rest = rest.dropFirst(Int(length))
                if code == 0x44, let seconds = place(data) { commands.append(.locate(seconds)) }
                continue
            }
            if let command = simple[code] { commands.append(command) }
        }
        return (bytes[2], commands)
    }

    private static let simple: [UInt8: MachineControl] = [
        0x01: .stop, 0x02: .play, 0x03: .deferredPlay, 0x04: .fastForward, 0x05: .rewind, 0x06: .recordStrobe,
        0x07: .recordExit, 0x08: .recordPause, 0x09: .pause,
    ]

    /// Reads `01 hours minutes seconds frames subframes`, in seconds; the hours byte holds the frame rate.
    private static func place(_ data: [UInt8]) -> Double? {
        guard data.count == 6, data[0] == 1 else { return nil }
        let (hours, minutes, seconds) = (Int(data[1] & 0x1f), Int(data[2] & 0x3f), Int(data[3] & 0x3f))
        let frames = Double(data[4] & 0x1f) + Double(data[5] & 0x7f) / 100
        guard hours < 24, minutes < 60, seconds < 60, data[5] < 100 else { return nil }
        let whole = Double((hours * 60 + minutes) * 60 + seconds)
        switch data[1] >> 5 & 3 {
        case 0: return frames < 24 ? whole + frames / 24 : nil
        case 1: return frames < 25 ? whole + frames / 25 : nil
        case 3: return frames < 30 ? whole + frames / 30 : nil
        default:
            // 29.97 drop-frame: two frame numbers are left out each minute, but not in every tenth minute.
            let count = hours * 60 + minutes
            let number = whole * 30 + frames - Double(2 * (count - count / 10))
            return frames < 30 ? number * 1001 / 30_000 : nil
        }
    }
}
