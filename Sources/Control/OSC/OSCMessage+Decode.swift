// Reads one OSC message with liblo. Any thread; each refusal becomes a typed error.
import CLiblo
internal import Messages

extension OSCMessage {
    /// Reads one message. liblo checks padding, types and lengths first. Throws `.malformed` or `.tooLarge`.
    public init(decoding packet: [UInt8]) throws(ControlError) {
        guard packet.count <= ControlLimits.packet else { throw .tooLarge(bytes: packet.count) }
        // liblo checks that the address ends within the packet, but not its first character.
        guard packet.first == UInt8(ascii: "/"), let end = packet.firstIndex(of: 0) else {
            throw .malformed(tr("no address"))
        }
        guard let path = String(validating: packet[..<end], as: UTF8.self) else {
            throw .malformed(tr("an address that is not UTF-8"))
        }
        // liblo reads in place and does not write, but its parameter is not const: it gets a copy.
        var bytes = packet
        var result: Int32 = 0
        guard let message = unsafe lo_message_deserialise(&bytes, bytes.count, &result) else {
            throw .malformed(Self.words(result).text)
        }
        defer { unsafe lo_message_free(message) }
        self.init(path, try unsafe Self.arguments(of: message))
    }

    @unsafe private static func arguments(of message: lo_message) throws(ControlError) -> [OSCArgument] {
        let count = unsafe Int(lo_message_get_argc(message))
        guard count > 0 else { return [] }
        guard let types = unsafe lo_message_get_types(message), let values = unsafe lo_message_get_argv(message) else {
            throw .malformed(tr("arguments are missing"))
        }
        var arguments: [OSCArgument] = []
        arguments.reserveCapacity(count)
        for index in 0..<count {
            let type = unsafe UInt8(bitPattern: types[index])
            let data = unsafe UnsafeRawPointer(values[index])
            guard let argument = unsafe argument(type, data) else {
                let number = index + 1
                throw .malformed(tr("argument \(number) has an unknown type, or is a text that is not UTF-8"))
            }
            arguments.append(argument)
        }
        return arguments
    }

    /// Reads one argument. liblo has already turned numbers to this machine's byte order, but for MIDI and time tags.
    @unsafe private static func argument(_ type: UInt8, _ data: UnsafeRawPointer?) -> OSCArgument? {
        switch type {
        case UInt8(ascii: "T"): return .flag(true)
        case UInt8(ascii: "F"): return .flag(false)
        case UInt8(ascii: "N"): return .null
        case UInt8(ascii: "I"): return .impulse
        default: break
        }
        guard let data = unsafe data else { return nil }
        switch type {
        case UInt8(ascii: "i"): return unsafe .int32(data.loadUnaligned(as: Int32.self))
        case UInt8(ascii: "h"): return unsafe .int64(data.loadUnaligned(as: Int64.self))
        case UInt8(ascii: "f"): return unsafe .float(data.loadUnaligned(as: Float.self))
        case UInt8(ascii: "d"): return unsafe .double(data.loadUnaligned(as: Double.self))
        case UInt8(ascii: "s"): return unsafe text(data).map(OSCArgument.string)
        case UInt8(ascii: "S"): return unsafe text(data).map(OSCArgument.symbol)
        case UInt8(ascii: "b"): return unsafe blob(data)
        case UInt8(ascii: "c"): return unsafe .character(data.load(as: UInt8.self))
        case UInt8(ascii: "m"): return unsafe .midi(UInt32(bigEndian: data.loadUnaligned(as: UInt32.self)))
        case UInt8(ascii: "t"):
            let time = unsafe data.loadUnaligned(as: lo_timetag.self)
            return .timeTag(UInt64(time.sec) << 32 | UInt64(time.frac))
        default: return nil
        }
    }

    @unsafe private static func text(_ data: UnsafeRawPointer) -> String? {
        unsafe String(validatingCString: data.assumingMemoryBound(to: CChar.self))
    }

    @unsafe private static func blob(_ data: UnsafeRawPointer) -> OSCArgument? {
        let count = unsafe Int(data.loadUnaligned(as: Int32.self))
        guard count >= 0 else { return nil }
        return unsafe .blob([UInt8](UnsafeRawBufferPointer(start: data + 4, count: count)))
    }

    private static func words(_ result: Int32) -> Message {
        switch result {
        case LO_EINVALIDPATH: "the address does not end, or is not padded with zeros"
        case LO_ENOTYPE, LO_EBADTYPE: "no type tags after the address"
        case LO_EINVALIDTYPE: "the type tags do not end, or are not padded with zeros"
        case LO_EINVALIDARG: "an argument is cut off, wrongly padded or of an unknown type"
        case LO_ESIZE: "the size does not fit the arguments"
        case LO_EALLOC: "out of memory"
        default: "liblo error \(result)"
        }
    }
}
