// A finding of `dicta doctor`. Any thread; a value.
import Dictation
import Messages

/// The result of one check of the doctor.
struct Finding: Sendable, Equatable {
    /// How bad it is.
    enum State: String, Sendable {
        /// Nothing to do.
        case ok
        /// A person may want to know.
        case note
        /// Something does not work, or will not.
        case problem

        /// The word that is printed.
        var title: String {
            switch self {
            case .ok: tr("ok")
            case .note: tr("note", "state of a check")
            case .problem: tr("problem")
            }
        }
    }

    let state: State
    /// The finding, without a full stop.
    let words: String
    /// The next step; nil for none.
    let cure: String?

    static func ok(_ words: String) -> Finding { Finding(state: .ok, words: words, cure: nil) }
    static func note(_ words: String, _ cure: String?) -> Finding { Finding(state: .note, words: words, cure: cure) }
    static func problem(_ words: String, _ cure: String?) -> Finding { Finding(state: .problem, words: words, cure: cure) }

    /// The finding as an item of the answer.
    func fields(check: String) -> Fields {
        var fields: Fields = ["check": .text(check), "state": .text(state.rawValue), "finding": .text(words)]
        if let cure { fields.append("next", .text(cure)) }
        return fields
    }
}
