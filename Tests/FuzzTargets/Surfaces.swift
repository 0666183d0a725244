// Fuzz targets: OSC and MIDI messages of control surfaces and pedals. One thread; no I/O.
import Control
import Dictation

/// Parsers of all commands that are not typed.
enum Surfaces {
    /// Parses the bytes as one datagram, and as a TCP stream that arrives in one go and in pieces.
    static func osc(_ bytes: [UInt8]) -> String? {
        if let wrong = datagram(bytes) { return wrong }
        var whole = StreamReader()
        whole.add(bytes[...])
        var pieces = StreamReader()
        var rest = bytes[...]
        var size = 1
        while !rest.isEmpty {
            pieces.add(rest.prefix(size))
            rest = rest.dropFirst(size)
            // Sizes from one byte to half of the input; the input itself sets the sizes, so that each input has a fixed
            // sequence.
            size = 1 + (size * 3 + Int(bytes[0])) % max(1, bytes.count / 2)
        }
        var count = 0
        while let item = whole.take() {
            // Garbage ends a connection: the result for the remaining bytes does not matter.
            if item == .garbage { return nil }
            guard pieces.take() == item else { return "in pieces, the stream gives another item" }
            guard case .packet(let packet) = item else {
                if whole.framing == .sized { return nil }
                continue
            }
            count += 1
            guard packet.count <= ControlLimits.packet else { return "a packet of \(packet.count) bytes" }
            if count <= 64, let wrong = datagram(packet) { return wrong }
            guard !packet.isEmpty else { continue }
            var again = StreamReader()
            again.add(whole.framed(packet)[...])
            guard again.take() == .packet(packet), !again.hasItems else { return "a packet differs after it was framed again" }
        }
        return pieces.hasItems ? "in pieces, the stream gives more items" : nil
    }

    /// Checks that each message is a command that can be encoded again, or a refusal that can be sent.
    private static func datagram(_ bytes: [UInt8]) -> String? {
        guard let packet = try? Packet(bytes, from: "/x") else { return "no packet" }
        for message in RequestParser.parse(packet) {
            let ticket = message.ticket
            switch message.request {
            case .success(let request):
                if let wrong = requested(request, ticket) { return wrong }
            case .failure(let failure):
                if failure.words.isEmpty { return "a refusal without words" }
                guard let answers = try? ControlServer.packets(of: .failure(failure), to: ticket.path), !answers.isEmpty else {
                    return "an answer that cannot be sent"
                }
                for answer in answers where (try? OSCPacket.decode(answer)) == nil { return "an answer that cannot be read" }
            }
        }
        return nil
    }

    private static func requested(_ request: Request, _ ticket: Ticket) -> String? {
        guard ticket.path.hasPrefix(CommandTable.root) else { return "\(ticket.path) is no address of ours" }
        guard let said = try? request.message.encode(), let packet = try? Packet(said, from: "/x") else {
            return "\(request.name) cannot be encoded again"
        }
        guard case .success(let again)? = RequestParser.parse(packet).first?.request else {
            return "\(request.name) is refused when it is sent again"
        }
        guard again.command == request.command, again.values == request.values else {
            return "sent again, \(request.name) is \(again.values) and not \(request.values)"
        }
        if let topics = request.text(.topics), let found = try? Topics.named(topics), found.isEmpty { return "no topics" }
        if let url = request.text(.url) { _ = try? ReturnURL(url) }
        return nil
    }

    /// Parses MIDI messages of up to 16 bytes behind their length, and lines of the key map behind a length above 16.
    static func midi(_ bytes: [UInt8]) -> String? {
        var map = MidiMap(["note 1 1 press: rec", "note 1 2 toggle: rec | stop --what rec", "cc 1 3 hold: cue on | cue off"])
        var rest = bytes[...]
        while let head = rest.popFirst() {
            let isLine = head > 16
            let piece = Array(rest.prefix(Int(isLine ? head - 16 : head)))
            rest = rest.dropFirst(piece.count)
            if isLine {
                if let wrong = taught(piece, &map) { return wrong }
            } else if let wrong = played(piece, &map) {
                return wrong
            }
        }
        return nil
    }

    private static func taught(_ bytes: [UInt8], _ map: inout MidiMap) -> String? {
        guard let line = String(validating: bytes, as: UTF8.self) else { return nil }
        _ = try? MidiBinding.request(line)
        guard let binding = try? MidiBinding(line) else { return nil }
        guard (try? MidiBinding(binding.description)) == binding else { return "'\(line)' read back is not \(binding)" }
        _ = map.replace(map.bindings.map(\.description) + [binding.description])
        return map.bindings.last == binding ? nil : "'\(line)' is not in the map"
    }

    private static func played(_ bytes: [UInt8], _ map: inout MidiMap) -> String? {
        switch MidiMessage(bytes) {
        case .machine(let device, let commands):
            guard device < 0x80 else { return "device \(device)" }
            for case .locate(let seconds) in commands where !(0..<86_500).contains(seconds) { return "locate to \(seconds)" }
        case .trigger(let trigger, let isPressed):
            guard MidiTrigger(trigger.description) == trigger else { return "\(trigger) is no trigger" }
            for (_, other) in map.requests(for: trigger, isPressed: isPressed) where other != nil { map.flip(trigger) }
            guard map.requests(for: trigger, isPressed: false).count <= map.bindings.count else { return "too many commands" }
        case nil: break
        }
        return nil
    }
}
