// MPRIS 2 on the session's D-Bus, for media keys and applets (C9). One owner at a time; never blocks.

/// A media player on the user's D-Bus. All calls are asynchronous, so a bus that hangs holds nothing up.
public final class MediaBus {
    private let bus: BusConnection
    /// Properties as they were last announced.
    private var told: [(key: String, value: BusValue)] = []
    private var seeks = SeekWatch()
    /// Calls that have come since the last `process`.
    private var calls: [MediaCall] = []
    /// State that answers are made from.
    private var state = MediaState()

    /// Connects to the session bus and asks for a name. Nil without libsystemd or a session bus.
    public init?(engine: String) {
        guard let bus = BusConnection() else { return nil }
        self.bus = bus
        bus.receive = { [unowned self] in receive($0) }
        let tail = String(engine.utf8.map { Self.isPlain($0) ? Character(UnicodeScalar($0)) : "_" })
        guard bus.requestName(MediaProperties.root + (engine == "dicta" ? ".dicta" : ".dicta.engine_" + tail)) else { return nil }
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

    /// The descriptor for poll(2).
    public var descriptor: Int32 { bus.descriptor }
    /// The events to poll for.
    public var events: Int16 { bus.events }
    /// True if messages wait that the descriptor does not tell of.
    public var hasMore: Bool { bus.hasMore }

    /// Announces changes of `state` and jumps of its position, which is that of the time `seconds`, and answers waiting calls with its values, at most 100 messages at a time. Returns the
    /// calls to carry out, or nil if the bus is gone.
    public func process(_ state: MediaState, at seconds: Double) -> [MediaCall]? {
        self.state = state
        tellChanges()
        if let position = seeks.look(state, at: seconds) {
            bus.signal(MediaProperties.path, MediaProperties.player, "Seeked") { $0.append(.long(position)) }
        }
        let isThere = bus.process()
        defer { calls = [] }
        return isThere ? calls : nil
    }

    /// Announces the properties that have changed. The first call only notes them.
    private func tellChanges() {
        let now = MediaProperties.changing(state)
        let changed = now.filter { new in !told.contains { $0.key == new.key && $0.value == new.value } }
        guard !changed.isEmpty else { return }
        let isFirst = told.isEmpty
        told = now
        guard !isFirst else { return }
        bus.signal(MediaProperties.path, "org.freedesktop.DBus.Properties", "PropertiesChanged") { out in
            out.append(.text(MediaProperties.player))
            out.append(.dictionary(changed))
            out.append(.texts([]))
        }
    }

    // MARK: Calls

    /// Takes a message. True if it was a call of the player.
    private func receive(_ call: BusMessage) -> Bool {
        guard call.kind == .call, call.path == MediaProperties.path else { return false }
        switch call.interface {
        case "org.freedesktop.DBus.Properties": return answerProperties(call)
        case MediaProperties.root, MediaProperties.player:
            take(call)
            return true
        default: return false
        }
    }

    /// Answers a call of the interface for properties. False if it has no such method.
    private func answerProperties(_ call: BusMessage) -> Bool {
        let member = call.member
        guard let interface = call.readText(), let all = MediaProperties.all(of: interface, state) else {
            call.refuse("org.freedesktop.DBus.Error.UnknownInterface", "there is no such interface")
            return true
        }
        switch member {
        case "GetAll": call.reply { $0.append(.dictionary(all)) }
        case "Get":
            let key = call.readText()
            if let value = all.first(where: { $0.key == key })?.value {
                call.reply { $0.append(variant: value) }
            } else {
                call.refuse("org.freedesktop.DBus.Error.UnknownProperty", "there is no such property")
            }
        case "Set":
            let key = call.readText()
            if let number = call.readVariantDouble(), number.isFinite, key == "Rate" || key == "Volume" {
                calls.append(key == "Rate" ? .setRate(number) : .setVolume(number))
                call.reply { _ in }
            } else {
                call.refuse("org.freedesktop.DBus.Error.PropertyReadOnly", "only Rate and Volume are set")
            }
        default: return false
        }
        return true
    }

    /// Notes a call of the player's interfaces and answers it.
    private func take(_ call: BusMessage) {
        let member = call.member
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
            return call.refuse(
                "org.freedesktop.DBus.Error.InvalidArgs", "there is no such method, or its arguments are wrong")
        }
        call.reply { _ in }
    }
}
