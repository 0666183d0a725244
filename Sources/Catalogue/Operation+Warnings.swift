// Warnings in the reply of an operation. One owner at a time; blocks briefly.
import Dictation
internal import Messages
import Storage

extension Operation {
    /// Adds a warning to the reply, once.
    func warn(_ words: String) {
        if !warnings.contains(words) { warnings.append(words) }
    }

    /// Warns where sound that a range of a recording plays may be missing at the end of a file: a WAV has silence there.
    func warnOfMissing(_ recording: Recording, in range: Range<Int64>? = nil) {
        let name = recording.name
        for reason in library.missingSound(of: recording, in: range) {
            warn(tr("sound of \(name) may be missing: \(reason); see 'dicta verify \(name.shellWord) --deep'"))
        }
    }

    /// The warnings as a field of the reply; no field without one.
    var warned: Fields { warnings.isEmpty ? [:] : ["warning": .text(warnings.joined(separator: "\n"))] }
}
