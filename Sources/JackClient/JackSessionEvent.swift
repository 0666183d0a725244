// Order of JACK's session. Any thread reads it, the JACK worker thread answers it.
internal import CJack
internal import Glibc

/// An order of JACK's own session to save. Answered once, or the session waits for ever, and with it all other clients.
public final class JackSessionEvent: Sendable {
    public enum Kind: Sendable {
        case save
        case saveAndQuit
        /// All but what was recorded.
        case template
    }

    public let kind: Kind
    /// Where the client may keep files; ends with a slash, and need not be there.
    public let folder: String
    /// The client is opened with it, to be the same again.
    public let id: String
    private let event: JackPointer

    init?(_ event: UnsafeMutablePointer<jack_session_event_t>) {
        guard let folder = unsafe event.pointee.session_dir, let id = unsafe event.pointee.client_uuid else { return nil }
        switch unsafe event.pointee.type {
        case JackSessionSave: kind = .save
        case JackSessionSaveAndQuit: kind = .saveAndQuit
        case JackSessionSaveTemplate: kind = .template
        default: return nil
        }
        self.folder = unsafe String(cString: folder)
        self.id = unsafe String(cString: id)
        self.event = unsafe JackPointer(OpaquePointer(event))
    }

    /// JACK worker thread, once. `line` starts the client again; with none, saving has failed.
    func reply(_ handle: OpaquePointer, line: String?) -> Int32 {
        let event = unsafe UnsafeMutablePointer<jack_session_event_t>(event.address)
        if let line {
            // libjack frees it.
            unsafe event.pointee.command_line = unsafe strdup(line)
        } else {
            unsafe event.pointee.flags = JackSessionSaveError
            unsafe event.pointee.command_line = unsafe strdup("")
        }
        let code = unsafe dicta_jack_session_reply(handle, event)
        unsafe dicta_jack_session_event_free(event)
        return code
    }
}
