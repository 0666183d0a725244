// Asks clients to save, as a manager of JACK sessions does. One thread: the test's; waits until every client has answered.
import CJack

extension Probe {
    /// Commands of a manager of JACK sessions.
    public enum SessionOrder: Sendable {
        case save
        case saveAndQuit
        case template
    }

    /// Asks one client to save, as a manager of JACK sessions does. Returns the client's flags and command line; nil where
    /// no client answered.
    public func askSession(_ order: SessionOrder, of client: String, in folder: String) -> (flags: Int, line: String)? {
        let type =
            switch order {
            case .save: JackSessionSave
            case .saveAndQuit: JackSessionSaveAndQuit
            case .template: JackSessionSaveTemplate
            }
        var line = [CChar](repeating: 0, count: 512)
        let count = unsafe dicta_jack_session_notify(handle, client, type, folder, &line, line.count)
        guard count > 0 else { return nil }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let space = text.firstIndex(of: " "), let flags = Int(text[..<space]) else { return nil }
        return (flags, String(text[text.index(after: space)...]))
    }
}
