// MIDI input of the process callback. JACK thread only.
internal import CJack
internal import Rings

extension RealtimeLink {
    /// Passes on the MIDI messages of the period that begins at extended frame `start`, each with its frame. Messages that do not
    /// fit are counted.
    @_noLocks @_noAllocation
    func receiveMidi(_ port: OpaquePointer, _ frames: jack_nframes_t, at start: Int64) {
        guard let buffer = unsafe jack_port_get_buffer(port, frames) else { return }
        let count = unsafe jack_midi_get_event_count(buffer)
        guard count > 0 else { return }
        var isNew = false
        for index in 0..<count {
            var event = unsafe jack_midi_event_t()
            guard unsafe jack_midi_event_get(&event, buffer, index) == 0, unsafe event.size > 0, let bytes = unsafe event.buffer
            else { continue }
            // System realtime messages (clock, active sensing) come all the time and have no meaning here.
            let first = unsafe bytes[0]
            guard first < 0xf8 else { continue }
            let size = unsafe Int(event.size)
            guard size <= 16 else {
                countDroppedMidi()
                continue
            }
            var packet = unsafe MidiPacket(frame: start + Int64(event.time), count: UInt8(truncatingIfNeeded: size))
            for place in 0..<size { packet.data[place] = unsafe bytes[place] }
            if !midi.push(packet) { countDroppedMidi() }
            isNew = true
        }
        if isNew { controlWake.post() }
    }
}
