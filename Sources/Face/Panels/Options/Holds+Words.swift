// The times at which changes of settings take effect, in words. Any thread; constants.
internal import Dictation
internal import Messages

extension Setting.Holds {
    /// A sentence below the list.
    var help: Message {
        switch self {
        case .atOnce: "Takes effect immediately."
        case .nextTake: "Takes effect with the next take."
        case .nextStart: "Takes effect when the engine starts next."
        }
    }

    /// A note behind a value that was changed; empty for one that takes effect immediately.
    var note: Message {
        switch self {
        case .atOnce: ""
        case .nextTake: "takes effect with the next take"
        case .nextStart: "takes effect when the engine starts next"
        }
    }
}
