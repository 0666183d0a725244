// Writes one OSC message with liblo. Any thread; liblo's message lives inside one call.
import CLiblo
internal import Messages

extension OSCMessage {
    /// The message as a packet. Throws `.unencodable` or `.tooLarge`.
    public func encode() throws(ControlError) -> [UInt8] {
        guard path.utf8.first == UInt8(ascii: "/") else {
            throw .unencodable(tr("the address '\(path)' does not begin with '/'"))
        }
        try Self.refuseNul(path)
        // Checked before liblo sees an argument: liblo 0.31 sizes its buffer by a rounded logarithm, and the buffer for a text
        // or blob a little longer than 128 KiB is four bytes too small.
        let size = arguments.reduce(0) { $0 + $1.encodedSize }
        guard size <= ControlLimits.packet else { throw .tooLarge(bytes: size) }
        guard let message = unsafe lo_message_new() else { throw .unencodable(tr("out of memory")) }
        defer { unsafe lo_message_free(message) }
        for argument in arguments {
            guard unsafe try Self.add(argument, to: message) == 0 else {
                throw .unencodable(tr("\(argument.kind) does not fit in the message"))
            }
        }
        // The length with address and types, which the check above does not count.
        let length = unsafe path.withCString { unsafe lo_message_length(message, $0) }
        guard length <= ControlLimits.packet else { throw .tooLarge(bytes: length) }
        var bytes = [UInt8](repeating: 0, count: length)
        let written = unsafe bytes.withUnsafeMutableBytes { target in
            var size = 0
            let start = unsafe path.withCString { unsafe lo_message_serialise(message, $0, target.baseAddress, &size) }
            return unsafe start == nil ? -1 : size
        }
        guard written == length else {
            throw .unencodable(
                tr(
                    length, "liblo wrote \(written) of \(length) bytes of \(path)",
                    "liblo wrote \(written) of \(length) bytes of \(path)"))
        }
        return bytes
    }

    private static func refuseNul(_ text: String) throws(ControlError) {
        // C would end the text at the NUL, and the receiver would get a shorter text.
        if text.utf8.contains(0) { throw .unencodable(tr("a text that contains a NUL character")) }
    }

    @unsafe private static func add(_ argument: OSCArgument, to message: lo_message) throws(ControlError) -> Int32 {
        switch argument {
        case .int32(let number): return unsafe lo_message_add_int32(message, number)
        case .int64(let number): return unsafe lo_message_add_int64(message, number)
        case .float(let number): return unsafe lo_message_add_float(message, number)
        case .double(let number): return unsafe lo_message_add_double(message, number)
        case .string(let text):
            try refuseNul(text)
            return unsafe lo_message_add_string(message, text)
        case .symbol(let text):
            try refuseNul(text)
            return unsafe lo_message_add_symbol(message, text)
        case .flag(let flag): return unsafe flag ? lo_message_add_true(message) : lo_message_add_false(message)
        case .blob(let bytes): return unsafe add(blob: bytes, to: message)
        case .timeTag(let tag):
            let time = lo_timetag(sec: UInt32(tag >> 32), frac: UInt32(truncatingIfNeeded: tag))
            return unsafe lo_message_add_timetag(message, time)
        case .character(let byte): return unsafe lo_message_add_char(message, CChar(bitPattern: byte))
        case .midi(let word):
            var bytes = (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
            return unsafe lo_message_add_midi(message, &bytes)
        case .null: return unsafe lo_message_add_nil(message)
        case .impulse: return unsafe lo_message_add_infinitum(message)
        }
    }

    @unsafe private static func add(blob bytes: [UInt8], to message: lo_message) -> Int32 {
        guard let count = Int32(exactly: bytes.count), let blob = unsafe lo_blob_new(count, bytes) else { return -1 }
        defer { unsafe lo_blob_free(blob) }
        return unsafe lo_message_add_blob(message, blob)
    }
}
