// Warnings in an answer. Any thread; a value.
internal import Dictation

extension Fields {
    /// The fields with one more line in `warning`, behind those that are there.
    func warning(of words: String) -> Fields {
        guard let before = self["warning"] else { return self + ["warning": .text(words)] }
        return Fields(all.map { $0.key == "warning" ? Field("warning", .text("\(before)\n\(words)")) : $0 })
    }
}
