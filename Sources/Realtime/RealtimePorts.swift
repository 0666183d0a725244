// Room: Realtime. Made before activation, read by the JACK thread.

/// The engine's four JACK ports.
@safe
public struct RealtimePorts {
    let inLeft: OpaquePointer
    let inRight: OpaquePointer
    let outLeft: OpaquePointer
    let outRight: OpaquePointer

    public init(inLeft: OpaquePointer, inRight: OpaquePointer, outLeft: OpaquePointer, outRight: OpaquePointer) {
        unsafe self.inLeft = unsafe inLeft
        unsafe self.inRight = unsafe inRight
        unsafe self.outLeft = unsafe outLeft
        unsafe self.outRight = unsafe outRight
    }
}
