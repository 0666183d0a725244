// Recordings and names that an operation reserves. One owner at a time; no I/O.
import Dictation
import Storage

extension Operation {
    /// All names that no other operation may change meanwhile. A name that is finished is free.
    var claims: Set<String> {
        var claims = Set(names.dropFirst(done))
        switch work {
        case .importing(let options, _): return options.name.map { [$0] } ?? []
        case .rename(let name): claims.insert(name)
        case .copy(let name): if let name { claims.insert(name) }
        case .tag, .describe, .delete, .edit, .verify, .recover, .peaks, .silences, .exporting, .rendering, .flattening,
            .delivering,
            .clean:
            break
        }
        return claims
    }

    /// True if the operation changes the library.
    var isChange: Bool { verb.isChange }

    /// True if the operation changes some words or names of one recording in each step: it is done before a person has waited.
    var isShort: Bool {
        switch work {
        case .tag, .describe, .rename, .delete, .edit: true
        case .copy, .verify, .recover, .peaks, .silences, .importing, .exporting, .rendering, .flattening, .delivering, .clean:
            false
        }
    }
}
