// MIDI input of the process callback. JACK thread only.
internal import CJack
internal import Rings

extension RealtimeState {
    /// Passes the period's MIDI messages on, each with its extended frame. Messages that do not fit are counted.
    @_noLocks @_noAllocation
    func receiveMidi(_ frames: jack_nframes_t) {
        guard let port = unsafe ports.midiIn, let buffer = unsafe jack_port_get_buffer(port, frames) else { return }
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
                unsafe link.pointee.countDroppedMidi()
                continue
            }
            var packet = unsafe MidiPacket(frame: clock.frame + Int64(event.time), count: UInt8(truncatingIfNeeded: size))
            for place in 0..<size { packet.data[place] = unsafe bytes[place] }
            if unsafe !link.pointee.midi.push(packet) { unsafe link.pointee.countDroppedMidi() }
            isNew = true
        }
        if isNew { unsafe link.pointee.controlWake.post() }
    }
}
