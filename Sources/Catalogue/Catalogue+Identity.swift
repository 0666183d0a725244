// Names recordings by their identities. One owner at a time; blocks on the disk.
internal import Dictation
public import Storage

extension Catalogue {
    /// The name of the recording that a text means: a name of the library as it is, or else the one whose identity is the text or
    /// begins with it, in eight digits or more. Any other text as it is. Blocks on the disk. Throws `ambiguousID`.
    public func named(_ text: String) throws(StorageError) -> String {
        guard let beginning = Identifier.Beginning(text), try !isName(text) else { return text }
        let found = try openIndex().names(beginning)
        guard found.count < 2 else { throw .ambiguousID(id: text, names: found) }
        return found.first ?? text
    }

    /// True if the text is the name of a recording or of one of its files.
    private func isName(_ text: String) throws(StorageError) -> Bool {
        do throws(StorageError) {
            _ = try library.nameOfRecording(text)
            return true
        } catch .noSuchRecording {
            return try library.findDecodable(text) != nil
        }
    }
}
