// Writing, sending and answering of D-Bus messages. One owner at a time; never blocks.
internal import CSystemBus

extension BusMessage {
    /// Writes a value.
    func append(_ value: BusValue) {
        switch value {
        case .text(let text): basic("s", text)
        case .path(let text): basic("o", text)
        case .double(var number): unsafe basic("d", &number)
        case .long(var number): unsafe basic("x", &number)
        case .integer(var number): unsafe basic("i", &number)
        case .number(var number): unsafe basic("u", &number)
        case .byte(var number): unsafe basic("y", &number)
        case .flag(let flag):
            var number: Int32 = flag ? 1 : 0
            unsafe basic("b", &number)
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
    func append(variant value: BusValue) { within("v", value.signature) { append(value) } }

    private static func code(_ type: Unicode.Scalar) -> CChar { CChar(type.value) }

    /// Writes a string or an object path.
    private func basic(_ type: Unicode.Scalar, _ text: String) {
        unsafe text.withCString { unsafe basic(type, UnsafeRawPointer($0)) }
    }

    /// Writes a value of the type for which sd-bus takes a pointer to it.
    private func basic(_ type: Unicode.Scalar, _ value: UnsafeRawPointer) {
        check(unsafe dicta_bus_message_append_basic(library.functions, message, Self.code(type), value))
    }

    /// Writes a container, whose contents `body` writes.
    private func within(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Void) {
        check(unsafe dicta_bus_message_open_container(library.functions, message, Self.code(type), contents))
        body()
        check(unsafe dicta_bus_message_close_container(library.functions, message))
    }

    /// Notes a refusal of sd-bus, which is a negative code.
    private func check(_ code: Int32) { if code < 0 { isWhole = false } }

    /// Queues the message for sending. No answer is awaited.
    func send() { if isWhole { _ = unsafe dicta_bus_send(library.functions, nil, message, nil) } }

    /// Queues a call for sending. Returns the number that its answer will have; nil if the call is not sent.
    func sendAsking() -> UInt64? {
        var number: UInt64 = 0
        guard isWhole, unsafe dicta_bus_send(library.functions, nil, message, &number) >= 0 else { return nil }
        return number
    }

    /// Answers a call with the values that `fill` writes.
    func reply(_ fill: (BusMessage) -> Void) {
        var new: UnsafeMutableRawPointer?
        guard unsafe dicta_bus_message_new_method_return(library.functions, message, &new) >= 0, let reply = unsafe new else {
            return
        }
        let out = unsafe BusMessage(library, reply)
        fill(out)
        out.send()
    }

    /// Answers a call with an error: a D-Bus name and a text.
    func refuse(_ name: String, _ words: String) {
        unsafe name.withCString { name in
            unsafe words.withCString { words in
                // The fields of sd_bus_error: name, message, and a flag that sd-bus must free both.
                var error = unsafe dicta_bus_error(name: name, message: words, is_owned: 0)
                var new: UnsafeMutableRawPointer?
                guard unsafe dicta_bus_message_new_method_error(library.functions, message, &new, &error) >= 0,
                    let reply = unsafe new
                else { return }
                unsafe BusMessage(library, reply).send()
            }
        }
    }
}
