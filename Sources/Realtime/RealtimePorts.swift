// Ports of the process callback. Made before activation, read by the JACK thread.

/// The JACK ports that the process callback uses.
@safe
public struct RealtimePorts {
    let inLeft: OpaquePointer
    let inRight: OpaquePointer
    let outLeft: OpaquePointer
    let outRight: OpaquePointer
    /// MIDI input for pedals and control surfaces; nil when the server has no MIDI.
    let midiIn: OpaquePointer?

    /// Takes registered ports. They must stay registered while the callback runs.
    public init(
        inLeft: OpaquePointer, inRight: OpaquePointer, outLeft: OpaquePointer, outRight: OpaquePointer, midiIn: OpaquePointer?
    ) {
        unsafe self.inLeft = unsafe inLeft
        unsafe self.inRight = unsafe inRight
        unsafe self.outLeft = unsafe outLeft
        unsafe self.outRight = unsafe outRight
        unsafe self.midiIn = unsafe midiIn
    }
}
