// Addresses that libjack knows. Any thread.

/// An address that libjack gave, or is given for a callback: client, port, session event, state of the process callback.
///
/// `@unchecked Sendable`: libjack guards its own objects, and the state is followed by nobody but the process callback.
@safe
struct JackPointer: @unchecked Sendable {
    let address: OpaquePointer

    init(_ address: OpaquePointer) { unsafe self.address = unsafe address }
}
