// MPRIS 2 on the session's D-Bus, for media keys and applets (C9). One owner at a time; never blocks.
internal import CSystemBus

/// A media player on the user's D-Bus. All calls are asynchronous, so a bus that hangs holds nothing up.
@safe
public final class MediaBus {
    private let library: BusLibrary
    private let bus: UnsafeMutableRawPointer
    /// Properties as they were last announced.
    private var told: [(key: String, value: MediaValue)] = []
    /// Calls that have come since the last `process`.
    private var calls: [MediaCall] = []
    /// State that answers are made from.
    private var state = MediaState()

    /// Connects to the session bus and asks for a name. Nil without libsystemd or a session bus.
    public init?(engine: String) {
        guard let library = BusLibrary() else { return nil }
        var bus: UnsafeMutableRawPointer?
        guard unsafe dicta_bus_open_user(library.functions, &bus) >= 0, let bus = unsafe bus else { return nil }
        self.library = library
        unsafe self.bus = unsafe bus
        let tail = String(engine.utf8.map { Self.isPlain($0) ? Character(UnicodeScalar($0)) : "_" })
        let name = MediaProperties.root + (engine == "dicta" ? ".dicta" : ".dicta.engine_" + tail)
        let own = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard unsafe dicta_bus_add_filter(library.functions, bus, nil, received, own) >= 0,
            unsafe dicta_bus_request_name_async(library.functions, bus, nil, name, 0, nil, nil) >= 0
        else { return nil }
    }

    /// True for an ASCII letter, a digit or an underscore: D-Bus allows no other character in a part of a name.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    deinit { _ = unsafe dicta_bus_close_unref(library.functions, bus) }

    /// The descriptor for poll(2).
    public var descriptor: Int32 { unsafe dicta_bus_get_fd(library.functions, bus) }
    /// The events to poll for.
    public var events: Int16 { unsafe Int16(truncatingIfNeeded: max(0, dicta_bus_get_events(library.functions, bus))) }

    /// Announces changes of `state`, and answers waiting calls with its values, at most 100 messages at a time. Returns the
    /// calls to carry out, or nil if the bus is gone.
    public func process(_ state: MediaState) -> [MediaCall]? {
        self.state = state
        tellChanges()
        var code: Int32 = 1
        var rounds = 0
        while code > 0, rounds < 100 {
            code = unsafe dicta_bus_process(library.functions, bus, nil)
            rounds += 1
        }
        defer { calls = [] }
        return code < 0 ? nil : calls
    }

    /// Announces the properties that have changed. The first call only notes them.
    private func tellChanges() {
        let now = MediaProperties.changing(state)
        let changed = now.filter { new in !told.contains { $0.key == new.key && $0.value == new.value } }
        guard !changed.isEmpty else { return }
        let isFirst = told.isEmpty
        told = now
        guard !isFirst else { return }
        var signal: UnsafeMutableRawPointer?
        guard
            unsafe dicta_bus_message_new_signal(
                library.functions,
                bus, &signal, MediaProperties.path, "org.freedesktop.DBus.Properties", "PropertiesChanged") >= 0,
            let message = unsafe signal
        else { return }
        let out = unsafe BusMessage(library, message)
        out.append(.text(MediaProperties.player))
        out.append(.dictionary(changed))
        out.append(.texts([]))
        out.send()
    }

    // MARK: Calls

    /// Handles a message. Returns 1 if it was for the player, otherwise 0.
    func receive(_ message: UnsafeMutableRawPointer) -> Int32 {
        var type: UInt8 = 0
        guard unsafe dicta_bus_message_get_type(library.functions, message, &type) >= 0, type == 1 else { return 0 }
        guard unsafe text(dicta_bus_message_get_path(library.functions, message)) == MediaProperties.path else { return 0 }
        let call = unsafe BusMessage(library, message, isOurs: false)
        let (interface, member) = unsafe (
            text(dicta_bus_message_get_interface(library.functions, message)),
            text(dicta_bus_message_get_member(library.functions, message))
        )
        switch interface {
        case "org.freedesktop.DBus.Properties": return answerProperties(member, call)
        case MediaProperties.root, MediaProperties.player: return take(member, call)
        default: return 0
        }
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String { unsafe pointer.map { unsafe String(cString: $0) } ?? "" }

    /// Answers a call of the interface for properties.
    private func answerProperties(_ member: String, _ call: BusMessage) -> Int32 {
        guard let interface = call.readText(), let all = MediaProperties.all(of: interface, state) else {
            return call.refuse("org.freedesktop.DBus.Error.UnknownInterface", "there is no such interface")
        }
        switch member {
        case "GetAll": return call.reply { $0.append(.dictionary(all)) }
        case "Get":
            let key = call.readText()
            guard let value = all.first(where: { $0.key == key })?.value else {
                return call.refuse("org.freedesktop.DBus.Error.UnknownProperty", "there is no such property")
            }
            return call.reply { $0.append(variant: value) }
        case "Set":
            let key = call.readText()
            guard let number = call.readVariantDouble(), number.isFinite, key == "Rate" || key == "Volume" else {
                return call.refuse("org.freedesktop.DBus.Error.PropertyReadOnly", "only Rate and Volume are set")
            }
            calls.append(key == "Rate" ? .setRate(number) : .setVolume(number))
            return call.reply { _ in }
        default: return 0
        }
    }

    /// Notes a call of the player's interfaces and answers it.
    private func take(_ member: String, _ call: BusMessage) -> Int32 {
        let simple: [String: MediaCall] = [
            "Play": .play, "Pause": .pause, "PlayPause": .playPause, "Stop": .stop, "Next": .next, "Previous": .previous,
            "Quit": .quit,
        ]
        if let order = simple[member] {
            calls.append(order)
        } else if member == "Seek", let offset = call.readLong() {
            calls.append(.seek(by: offset))
        } else if member == "SetPosition" {
            // MPRIS requires that a position for another track is ignored.
            if call.readPath() == state.trackPath, let place = call.readLong(), (0...state.length).contains(place) {
                calls.append(.setPosition(place))
            }
        } else if member == "OpenUri", let uri = call.readText(), let path = MediaURI.path(uri) {
            calls.append(.open(path: path))
        } else if member != "Raise" {
            return call.refuse("org.freedesktop.DBus.Error.InvalidArgs", "there is no such method, or its arguments are wrong")
        }
        return call.reply { _ in }
    }
}

/// The filter that sd-bus calls for each message.
private func received(
    _ message: UnsafeMutableRawPointer?, _ own: UnsafeMutableRawPointer?, _ error: UnsafeMutableRawPointer?
) -> Int32 {
    guard let message = unsafe message, let own = unsafe own else { return 0 }
    return unsafe Unmanaged<MediaBus>.fromOpaque(own).takeUnretainedValue().receive(message)
}
