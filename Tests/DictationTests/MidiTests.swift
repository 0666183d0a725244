// Tests of MIDI messages and machine control.
import Dictation
import TestSupport
import Testing

@Suite("MIDI: messages, machine control, what keys are taught (C5)")
struct MidiTests {
    private func trigger(_ kind: MidiTrigger.Kind, _ channel: Int, _ number: Int, _ isPressed: Bool) -> MidiMessage {
        .trigger(MidiTrigger(kind, channel: channel, number: number), isPressed: isPressed)
    }

    @Test("keys, controllers and programs are triggers; the rest is nothing")
    func triggers() {
        #expect(MidiMessage([0x90, 60, 1]) == trigger(.note, 1, 60, true))
        #expect(MidiMessage([0x9f, 127, 0]) == trigger(.note, 16, 127, false))
        #expect(MidiMessage([0x83, 60, 64]) == trigger(.note, 4, 60, false))
        #expect(MidiMessage([0xb0, 64, 63]) == trigger(.cc, 1, 64, false))
        #expect(MidiMessage([0xb0, 64, 64]) == trigger(.cc, 1, 64, true))
        #expect(MidiMessage([0xc2, 5]) == trigger(.program, 3, 5, true))
        for bytes: [UInt8] in [
            [], [0x40, 1, 2], [0x90], [0x90, 60], [0x90, 60, 1, 1], [0x90, 0x80, 1], [0x90, 1, 0xff], [0xe0, 1, 1], [0xf8],
            [0xf0], [0xf0, 0xf7], [0xff], [0xc0], [0xc0, 1, 1],
        ] {
            #expect(MidiMessage(bytes) == nil, "\(bytes)")
        }
    }

    @Test("machine control: each command, several in one message, unknown ones passed over")
    func machine() {
        let codes: [UInt8: MachineControl] = [
            1: .stop, 2: .play, 3: .deferredPlay, 4: .fastForward, 5: .rewind, 6: .recordStrobe, 7: .recordExit, 8: .recordPause,
            9: .pause,
        ]
        for (code, command) in codes {
            #expect(MidiMessage([0xf0, 0x7f, 3, 6, code, 0xf7]) == .machine(device: 3, [command]))
        }
        let many: [UInt8] = [0xf0, 0x7f, 0x7f, 6, 0x0a, 0x44, 6, 1, 0x61, 2, 3, 15, 0, 0x42, 1, 9, 3, 0xf7]
        #expect(MidiMessage(many) == .machine(device: 0x7f, [.locate(3723.5), .deferredPlay]))
        #expect(MidiMessage([0xf0, 0x7f, 1, 6, 0x0d, 0xf7]) == .machine(device: 1, []))
        for cut in 1..<many.count - 1 where cut != 5 {
            let bytes = Array(many[..<cut])
            #expect(MidiMessage(bytes) == nil, "\(bytes)")
        }
        // Cut after a whole command and closed again it is a message; cut inside a command it is none.
        #expect(MidiMessage(many[..<9] + [0xf7]) == nil)
        #expect(MidiMessage([0xf0, 0x7f, 1, 7, 1, 0xf7]) == nil && MidiMessage([0xf0, 0x7e, 1, 6, 1, 0xf7]) == nil)
        // The device number is no data byte.
        #expect(MidiMessage([0xf0, 0x7f, 0x84, 6, 1, 0xf7]) == nil)
    }

    @Test(
        "places in all four frame rates; impossible ones are none",
        arguments: [
            (0x00, 12, 0, 0.5), (0x20, 24, 0, 0.96), (0x60, 15, 50, 15.5 / 30), (0x40, 15, 0, 15 * 1001 / 30_000.0),
        ])
    func places(hours: Int, frames: Int, sub: Int, seconds: Double) {
        let head: [UInt8] = [0xf0, 0x7f, 1, 6, 0x44, 6, 1]
        let message = MidiMessage(head + [UInt8(hours), 0, 0, UInt8(frames), UInt8(sub), 0xf7])
        guard case .machine(_, let commands) = message, case .locate(let found)? = commands.first else {
            Issue.record("\(String(describing: message))")
            return
        }
        #expect(abs(found - seconds) < 1e-9)
        // Ten minutes in drop-frame numbers are ten minutes, to a few milliseconds.
        let ten = MidiMessage(head + [0x40, 10, 0, 0, 0, 0xf7])
        guard case .machine(_, let later) = ten, case .locate(let minutes)? = later.first else { return }
        #expect(abs(minutes - 600) < 0.01)
        for wrong: [UInt8] in [
            [0x60, 0, 0, 30, 0], [0, 0, 0, 24, 0], [0x60, 60, 0, 0, 0], [0x60, 0, 0, 0, 100], [0x78, 0, 0, 0, 0],
        ] {
            #expect(MidiMessage(head + wrong + [0xf7]) == .machine(device: 1, []), "\(wrong)")
        }
    }

    @Test("noise never falls over, and what is read reads back")
    func noise() {
        var random = Dice()
        let heads: [[UInt8]] = [[], [0xf0], [0xf0, 0x7f, 0x7f, 6], [0xf0, 0x7f, 0x7f, 6, 0x44], [0x90], [0xb3]]
        for _ in 0..<300_000 {
            var bytes = heads.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0...14, using: &random) {
                bytes.append(UInt8.random(in: 0...(Bool.random(using: &random) ? 127 : 255), using: &random))
            }
            if Bool.random(using: &random) { bytes.append(0xf7) }
            guard case .machine(_, let commands)? = MidiMessage(bytes) else { continue }
            for case .locate(let seconds) in commands { #expect((0..<86_500).contains(seconds)) }
        }
    }

    @Test("bindings read back, and wrong ones say what they want")
    func bindings() throws {
        for text in [
            "note 1 60 press: rec --name \"with the mayor\" --preroll 2s", "cc 16 127 toggle: rec | stop --what rec",
            "program 3 0 press: rate 0.8", "cc 1 64 hold: cue on | cue off",
        ] {
            #expect(try MidiBinding(text).description == text)
        }
        for wrong in [
            "", "note 1 60: stop", "note 0 60 press: stop", "note 17 1 press: stop", "note 1 128 press: stop",
            "knob 1 1 press: stop", "note 1 60 press: stpo", "note 1 60 press: stop | stop", "note 1 60 toggle: stop",
            "note 1 60 press: set backstep 1s", "note 1 60 press: midi forget all", "note 1 60 press: start",
            "note 1 60 press: locate soon", "note 1 60 press: rec --nme x", "note 1 60 press: rec --name \"x",
        ] {
            #expect(throws: CommandError.self, "\(wrong)") { try MidiBinding(wrong) }
        }
    }

    @Test("press once, turn about, hold and release; a pedal that says it twice is pressed once")
    func map() throws {
        var map = MidiMap(["note 1 1 press: rec", "note 1 2 toggle: rec | stop", "cc 1 3 hold: cue on | cue off", "junk"])
        func press(_ kind: MidiTrigger.Kind, _ number: Int, _ isPressed: Bool = true) -> [Request] {
            map.requests(for: MidiTrigger(kind, channel: 1, number: number), isPressed: isPressed).map(\.request)
        }
        let (rec, stop) = (try [MidiBinding.request("rec")], try [MidiBinding.request("stop")])
        let (hold, release) = (try [MidiBinding.request("cue on")], try [MidiBinding.request("cue off")])
        #expect(map.bindings.count == 3)
        #expect(press(.note, 1) == rec && press(.note, 1) == [] && press(.note, 1, false) == [])
        #expect(press(.note, 1) == rec)
        #expect(press(.note, 2) == rec && press(.note, 2, false) == [] && press(.note, 2) == stop)
        #expect(press(.note, 2, false) == [] && press(.note, 2) == rec)
        #expect(press(.cc, 3, false) == [] && press(.cc, 3) == hold && press(.cc, 3) == [])
        #expect(press(.cc, 3, false) == release && press(.cc, 4) == [] && press(.note, 3) == [])
    }

    @Test("a typed line is a request, quotes hold words together")
    func lines() throws {
        #expect(try Request(line: "rec --name 'a  b' --preroll=2s").text(.name) == "a  b")
        #expect(try Request(line: " locate\t1:30 ").time(.at) == .seconds(90))
        #expect(try Request(line: "tag \"one two\" three --add x").texts(.name) == ["one two", "three"])
        for wrong in ["", "  ", "pause x y", "locate", "locate 'x", "nothing"] {
            #expect(throws: CommandError.self, "\(wrong)") { try Request(line: wrong) }
        }
    }
}
