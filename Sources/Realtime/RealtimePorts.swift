// Made before activation, read by the JACK thread.

/// The engine's JACK ports.
@safe
public struct RealtimePorts {
    let inLeft: OpaquePointer
    let inRight: OpaquePointer
    let outLeft: OpaquePointer
    let outRight: OpaquePointer
    /// Where pedals and surfaces play in; not there where the server has no MIDI.
    let midiIn: OpaquePointer?

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
