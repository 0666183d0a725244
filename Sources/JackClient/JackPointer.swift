// Address of an object of libjack or of the process callback. Any thread; a value.

/// An address from libjack or for a callback of libjack: client, port, session event, state of the process callback.
///
/// `@unchecked Sendable`: libjack guards its own objects, and only the process callback uses the state.
@safe
struct JackPointer: @unchecked Sendable {
    /// The address.
    let address: OpaquePointer

    /// Takes an address that outlives this value.
    init(_ address: OpaquePointer) { unsafe self.address = unsafe address }
}
