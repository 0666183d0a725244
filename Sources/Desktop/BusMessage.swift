// One sd-bus message: its header and its values. One owner at a time; never blocks.
internal import CSystemBus

/// A D-Bus message. A message that sd-bus refuses to write completely is not sent.
@safe
final class BusMessage {
    /// The kinds of messages, with their numbers on the bus.
    enum Kind: UInt8 {
        case call = 1
        case answer, error, signal
    }

    /// Functions of sd-bus.
    let library: BusLibrary
    /// The message of sd-bus.
    let message: UnsafeMutableRawPointer
    /// True if this object releases the message.
    private let isOurs: Bool
    /// False after sd-bus has refused to write a value.
    var isWhole = true

    /// Wraps a message. With `isOurs` false, the message must outlive this object.
    init(_ library: BusLibrary, _ message: UnsafeMutableRawPointer, isOurs: Bool = true) {
        self.library = library
        unsafe self.message = unsafe message
        self.isOurs = isOurs
    }

    deinit { if isOurs { _ = unsafe dicta_bus_message_unref(library.functions, message) } }

    // MARK: Header

    /// The kind; nil if sd-bus does not tell it.
    var kind: Kind? {
        var type: UInt8 = 0
        return unsafe dicta_bus_message_get_type(library.functions, message, &type) >= 0 ? Kind(rawValue: type) : nil
    }

    /// Object path; empty if the message has none.
    var path: String { unsafe Self.text(dicta_bus_message_get_path(library.functions, message)) }
    /// Interface; empty if the message has none.
    var interface: String { unsafe Self.text(dicta_bus_message_get_interface(library.functions, message)) }
    /// Name of the method or of the signal; empty if the message has none.
    var member: String { unsafe Self.text(dicta_bus_message_get_member(library.functions, message)) }
    /// Unique name of the sender, which the bus itself writes; empty if the message has none.
    var sender: String { unsafe Self.text(dicta_bus_message_get_sender(library.functions, message)) }

    /// Name of the error in an answer; empty if it is none.
    var errorName: String {
        guard let error = unsafe dicta_bus_message_get_error(library.functions, message) else { return "" }
        return unsafe Self.text(error.pointee.name)
    }

    /// Number of the call that is answered; nil if the message is no answer.
    var answeredCall: UInt64? {
        var number: UInt64 = 0
        return unsafe dicta_bus_message_get_reply_cookie(library.functions, message, &number) >= 0 ? number : nil
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }

    // MARK: Reading

    /// Reads the next argument as a string; nil if it is none.
    func readText() -> String? { readString("s") }
    /// Reads the next argument as an object path; nil if it is none.
    func readPath() -> String? { readString("o") }

    private func readString(_ type: Unicode.Scalar) -> String? {
        var pointer: UnsafePointer<CChar>?
        guard unsafe dicta_bus_message_read_basic(library.functions, message, CChar(type.value), &pointer) > 0 else { return nil }
        return unsafe pointer.map { unsafe String(cString: $0) }
    }

    /// Reads the next argument as a 64-bit integer; nil if it is none.
    func readLong() -> Int64? {
        var value: Int64 = 0
        return unsafe dicta_bus_message_read_basic(library.functions, message, CChar(UInt8(ascii: "x")), &value) > 0 ? value : nil
    }

    /// Reads the next argument as a 32-bit integer without a sign; nil if it is none.
    func readNumber() -> UInt32? {
        var value: UInt32 = 0
        return unsafe dicta_bus_message_read_basic(library.functions, message, CChar(UInt8(ascii: "u")), &value) > 0 ? value : nil
    }

    /// Reads the next argument as a variant with a double in it; nil if it is none.
    func readVariantDouble() -> Double? {
        var value = 0.0
        guard unsafe dicta_bus_message_enter_container(library.functions, message, CChar(UInt8(ascii: "v")), "d") > 0,
            unsafe dicta_bus_message_read_basic(library.functions, message, CChar(UInt8(ascii: "d")), &value) > 0
        else { return nil }
        return value
    }
}
