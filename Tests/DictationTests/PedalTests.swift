// Tests of USB pedals: bindings, bounces and identities.
import Dictation
import TestSupport
import Testing

@Suite("USB pedals: keys without repeats and bounces, bindings, devices (C13)")
struct PedalTests {
    /// Millisecond 0 of the tests, in microseconds.
    private static let start: Int64 = 7_000_000

    /// The changes of a stream: (milliseconds, key, value), each read as it comes, and the releases that settle between.
    private func changes(_ stream: [(ms: Double, key: UInt16, value: Int32)], until end: Double = 1000) -> [String] {
        var keys = PedalKeys()
        var told: [String] = []
        func tell(_ now: Int64, _ list: [PedalChange]) {
            told += list.map { "\((now - Self.start) / 1000) \($0.key) \($0.isPressed ? "down" : "up")" }
        }
        func settle(before time: Int64) {
            while let deadline = keys.deadline, deadline <= time { tell(deadline, keys.turn(now: deadline)) }
        }
        for event in stream {
            let now = Self.start + Int64(event.ms * 1000)
            settle(before: now)
            tell(now, keys.take(PedalEvent(code: event.key, value: event.value, time: now), now: now))
        }
        settle(before: Self.start + Int64(end * 1000))
        return told
    }

    @Test("a press counts at once, a release once the key has been up for 10 ms")
    func presses() {
        #expect(changes([(0, 257, 1), (300, 257, 0)]) == ["0 257 down", "310 257 up"])
        // Three pedals of one device at once.
        #expect(
            changes([(0, 256, 1), (5, 258, 1), (40, 256, 0), (90, 258, 0)]) == [
                "0 256 down", "5 258 down", "50 256 up", "100 258 up",
            ])
        // A release without a press, and values that no key has, change nothing.
        #expect(changes([(0, 30, 0), (1, 30, 7), (2, 30, -1), (3, 0x300, 1), (4, .max, 1)]) == [])
    }

    @Test("repeats and bounces at both ends are one press and one release")
    func bounces() {
        let bouncing: [(ms: Double, key: UInt16, value: Int32)] = [
            (0, 30, 1), (1, 30, 0), (2.5, 30, 1), (4, 30, 0), (6, 30, 1), (250, 30, 2), (283, 30, 2), (316, 30, 2),
            // The contact opens for 8 ms in the middle of the press.
            (400, 30, 0), (408, 30, 1),
            (500, 30, 0), (502, 30, 1), (503, 30, 0), (507, 30, 1), (509, 30, 0),
        ]
        #expect(changes(bouncing) == ["0 30 down", "519 30 up"])
        // Two quick steps stay two, and a pulse is a press and a release.
        #expect(changes([(0, 30, 1), (30, 30, 0), (60, 30, 1), (90, 30, 0)]).count == 4)
        #expect(changes([(0, 30, 1), (0, 30, 0)]) == ["0 30 down", "10 30 up"])
    }

    @Test("events that come late in one go keep their own times")
    func lateEvents() {
        var keys = PedalKeys()
        let now = Self.start + 500_000
        let steps = [(0, 1), (50, 0), (100, 1), (103, 0), (104, 1), (150, 0)].flatMap { (ms, value) in
            keys.take(PedalEvent(code: 257, value: Int32(value), time: Self.start + Int64(ms) * 1000), now: now)
        }
        #expect(steps.map(\.isPressed) == [true, false, true])
        #expect(keys.turn(now: now).map(\.isPressed) == [false] && keys.deadline == nil)
    }

    @Test("a pedal that is unplugged releases what it held, each once")
    func unplugged() {
        var keys = PedalKeys()
        for key in [258, 256] as [UInt16] { _ = keys.take(PedalEvent(code: key, value: 1, time: 0), now: 0) }
        _ = keys.take(PedalEvent(code: 256, value: 0, time: 1000), now: 1000)
        #expect(keys.held == [256, 258])
        #expect(keys.releaseAll() == [PedalChange(key: 256, isPressed: false), PedalChange(key: 258, isPressed: false)])
        #expect(keys.releaseAll() == [] && keys.turn(now: 1_000_000) == [] && keys.deadline == nil)
    }

    @Test("noise never falls over: every press is followed by one release")
    func noise() {
        var random = Dice()
        var keys = PedalKeys()
        var down: Set<Int> = []
        func take(_ changes: [PedalChange]) {
            for change in changes {
                #expect(change.isPressed ? down.insert(change.key).inserted : down.remove(change.key) != nil)
            }
        }
        for _ in 0..<200_000 {
            let isWild = Int.random(in: 0..<4, using: &random) == 0
            let time = isWild ? Int64.random(in: .min ... .max, using: &random) : Int64.random(in: 0...100_000, using: &random)
            let now = Int.random(in: 0..<50, using: &random) == 0 ? Int64.random(in: .min ... .max, using: &random) : time
            let event = PedalEvent(
                type: isWild ? UInt16.random(in: 0...5, using: &random) : 1,
                code: UInt16.random(in: isWild ? 0 ... .max : 256...260, using: &random),
                value: isWild ? Int32.random(in: .min ... .max, using: &random) : Int32.random(in: 0...2, using: &random),
                time: time)
            take(keys.take(event, now: now))
            take(keys.turn(now: now))
            _ = keys.deadline
        }
        take(keys.releaseAll())
        #expect(down.isEmpty)
    }

    @Test("bindings read back, with and without a place, and wrong ones say what they want")
    func bindings() throws {
        for text in [
            "key 257 \"VEC  VEC USB Footpedal\" hold: cue on | cue off", "key 30 \"RDing FootSwitch1F1.\" press: toggle play",
            "key 30 \"a: b\" \"usb-0000:00:14.0-2/input0\" toggle: rec | stop --what rec",
            "key 767 \"Fuß\" press: rec --name \"with the mayor\"",
        ] {
            #expect(try PedalBinding(text).description == text)
        }
        for wrong in [
            "", "key 257 press: stop", "key 768 \"a\" press: stop", "key -1 \"a\" press: stop", "key x \"a\" press: stop",
            "key 257 \"\" press: stop", "key 257 \"a press: stop", "key 257 \"a\": stop", "key 257 \"a\" press stop",
            "key 257 \"a\" press: stpo", "key 257 \"a\" toggle: stop", "key 257 \"a\" press: set backstep 1s",
            "key 257 \"a\" press: pedal forget all", "key 257 \"a\" press: midi forget all", "note 1 60 press: stop",
            "key 257 \"a|b\" press: stop",
        ] {
            #expect(throws: CommandError.self, "\(wrong)") { try PedalBinding(wrong) }
        }
    }

    @Test("a binding with a place comes before one with the name alone; other devices have neither")
    func places() throws {
        let left = port(name: "Pedal", path: "usb-1/input0")
        let right = port(name: "Pedal", path: "usb-2/input0", serial: "A7")
        let bindings = try [
            "key 256 \"Pedal\" press: mark", "key 256 \"Pedal\" \"A7\" press: toggle play", "key 256 \"Other\" press: stop",
        ].map { try PedalBinding($0) }
        #expect(left.trigger(for: 256, in: bindings) == PedalTrigger(key: 256, device: "Pedal"))
        #expect(right.trigger(for: 256, in: bindings) == PedalTrigger(key: 256, device: "Pedal", place: "A7"))
        #expect(left.trigger(for: 257, in: bindings) == PedalTrigger(key: 257, device: "Pedal"))
        #expect(left.place == "usb-1/input0" && right.place == "A7")
        #expect(right.matches(PedalTrigger(key: 1, device: "Pedal", place: "usb-2/input0")))
        #expect(!left.matches(PedalTrigger(key: 1, device: "Pedal", place: "A7")))
    }

    @Test("keyboards and mice are not learnt by accident, pedals of known makers are, though they look like keyboards")
    func kinds() {
        #expect(port(vendor: 0x05f3, product: 0x00ff, keys: [256, 257, 258]).isTeachable)
        #expect(port(keys: [183, 184, 185]).isTeachable)
        #expect(!port(keys: Set(1...83)).isTeachable && port(keys: Set(1...83)).isKeyboard)
        #expect(port(vendor: 0x0c45, product: 0x7403, keys: Set(1...83)).isTeachable)
        #expect(!port(keys: [0x110, 0x111]).isTeachable && !port(keys: []).isTeachable)
    }

    @Test("names of devices are cleaned of what would end a line of the settings")
    func names() {
        #expect(PedalPort.clean("  a \"b\"\n|c\u{7f}\u{85} ") == "a 'b' /c")
        #expect(PedalPort.clean(String(repeating: "ß", count: 200)).utf8.count == 128)
        #expect(port(name: "\n").name == "unnamed")
    }

    @Test("a held key whose binding is taken away runs its release")
    func forgottenWhileHeld() throws {
        var map = TriggerMap<PedalTrigger>(["key 256 \"P\" hold: cue on | cue off", "key 257 \"P\" hold: review on | review off"])
        let held = PedalTrigger(key: 256, device: "P")
        _ = map.requests(for: held, isPressed: true)
        #expect(map.replace(["key 256 \"P\" press: mark"]) == [try PedalBinding.request("cue off")])
        #expect(map.requests(for: held, isPressed: false).isEmpty)
    }

    private func port(
        name: String = "Pedal", path: String = "", serial: String = "", vendor: Int = 1, product: Int = 1,
        keys: Set<Int> = [256]
    ) -> PedalPort {
        PedalPort(node: "event3", name: name, path: path, serial: serial, vendor: vendor, product: product, keys: keys)
    }
}
