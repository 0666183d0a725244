// Save order of a JACK session. Any thread reads it; one caller answers it.
internal import CJack
internal import Glibc

/// Order of a JACK session manager to save. It must be answered once, or the session and all its clients wait for ever.
public final class JackSessionEvent: Sendable {
    /// Kind of order.
    public enum Kind: Sendable {
        /// Save and go on.
        case save
        /// Save and quit.
        case saveAndQuit
        /// Save everything but recordings.
        case template
    }

    /// Kind of the order.
    public let kind: Kind
    /// Folder in which the client may keep files; ends with a slash and may not exist.
    public let folder: String
    /// Session number with which the client is opened again.
    public let id: String
    private let event: JackPointer

    /// Takes an event from libjack; nil when its kind is unknown or data is missing.
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

    /// Answers the order once and frees the event. `line` is the command that starts the client again; nil reports that saving
    /// failed. Returns libjack's code. One caller; may block on a frozen server.
    func reply(_ handle: OpaquePointer, line: String?) -> Int32 {
        let event = unsafe UnsafeMutablePointer<jack_session_event_t>(event.address)
        if let line {
            // libjack frees the line.
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
