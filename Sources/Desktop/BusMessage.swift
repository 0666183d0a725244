// One sd-bus message, read or written. One owner at a time; never blocks.
internal import CSystemBus

/// A D-Bus message. A message that sd-bus refuses to write completely is not sent.
@safe
final class BusMessage {
    private let library: BusLibrary
    private let message: UnsafeMutableRawPointer
    /// True if this object releases the message.
    private let isOurs: Bool
    /// False after sd-bus has refused to write a value.
    private var isWhole = true

    /// Wraps a message. With `isOurs` false, the message must outlive this object.
    init(_ library: BusLibrary, _ message: UnsafeMutableRawPointer, isOurs: Bool = true) {
        self.library = library
        unsafe self.message = unsafe message
        self.isOurs = isOurs
    }

    deinit { if isOurs { _ = unsafe dicta_bus_message_unref(library.functions, message) } }

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

    /// Reads the next argument as a variant with a double in it; nil if it is none.
    func readVariantDouble() -> Double? {
        var value = 0.0
        guard unsafe dicta_bus_message_enter_container(library.functions, message, CChar(UInt8(ascii: "v")), "d") > 0,
            unsafe dicta_bus_message_read_basic(library.functions, message, CChar(UInt8(ascii: "d")), &value) > 0
        else { return nil }
        return value
    }

    // MARK: Writing

    /// Writes a value.
    func append(_ value: MediaValue) {
        switch value {
        case .text(let text): basic("s", text)
        case .path(let text): basic("o", text)
        case .double(var number):
            check(unsafe dicta_bus_message_append_basic(library.functions, message, CChar(UInt8(ascii: "d")), &number))
        case .long(var number):
            check(unsafe dicta_bus_message_append_basic(library.functions, message, CChar(UInt8(ascii: "x")), &number))
        case .flag(let flag):
            var number: Int32 = flag ? 1 : 0
            check(unsafe dicta_bus_message_append_basic(library.functions, message, CChar(UInt8(ascii: "b")), &number))
        case .texts(let texts):
            within("a", "s") { for text in texts { basic("s", text) } }
        case .dictionary(let pairs):
            within("a", "{sv}") {
                for (key, value) in pairs {
                    within("e", "sv") {
                        basic("s", key)
                        append(variant: value)
                    }
                }
            }
        }
    }

    /// Writes a value inside a variant.
    func append(variant value: MediaValue) { within("v", value.signature) { append(value) } }

    /// Writes a string or an object path.
    private func basic(_ type: Unicode.Scalar, _ text: String) {
        check(
            unsafe text.withCString {
                unsafe dicta_bus_message_append_basic(library.functions, message, CChar(type.value), UnsafeRawPointer($0))
            })
    }

    /// Writes a container, whose contents `body` writes.
    private func within(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Void) {
        check(unsafe dicta_bus_message_open_container(library.functions, message, CChar(type.value), contents))
        body()
        check(unsafe dicta_bus_message_close_container(library.functions, message))
    }

    /// Notes a refusal of sd-bus, which is a negative code.
    private func check(_ code: Int32) { if code < 0 { isWhole = false } }

    /// Queues the message for sending.
    func send() { if isWhole { _ = unsafe dicta_bus_send(library.functions, nil, message, nil) } }

    // MARK: Answering

    /// Answers a call with the values that `fill` writes. Returns 1, by which a filter says that it has handled the message.
    func reply(_ fill: (BusMessage) -> Void) -> Int32 {
        var new: UnsafeMutableRawPointer?
        guard unsafe dicta_bus_message_new_method_return(library.functions, message, &new) >= 0, let reply = unsafe new else {
            return 1
        }
        let out = unsafe BusMessage(library, reply)
        fill(out)
        out.send()
        return 1
    }

    /// Answers a call with an error: a D-Bus name and a text. Returns 1, by which a filter says that it has handled the
    /// message.
    func refuse(_ name: String, _ words: String) -> Int32 {
        unsafe name.withCString { name in
            unsafe words.withCString { words in
                // The fields of sd_bus_error: name, message, and a flag that sd-bus must free both.
                var error = unsafe dicta_bus_error(name: name, message: words, is_owned: 0)
                var new: UnsafeMutableRawPointer?
                guard unsafe dicta_bus_message_new_method_error(library.functions, message, &new, &error) >= 0,
                    let reply = unsafe new
                else { return 1 }
                unsafe BusMessage(library, reply).send()
                return 1
            }
        }
    }
}
