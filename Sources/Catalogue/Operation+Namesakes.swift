// Recordings with one identity, which a check tells. One owner at a time; blocks on the disk.
import Dictation
internal import Messages
import Storage

extension Operation {
    /// The sentence about other recordings with the identity of this one, as copies made by other programs have it; none if there
    /// are none.
    func namesakes(of name: String, _ id: Identifier) -> [String] {
        do throws(StorageError) {
            let names = try index?.namesakes(of: name, id) ?? []
            guard !names.isEmpty else { return [] }
            let others = names.joined(separator: ", ")
            return [
                tr(
                    "its id \(id) is that of \(others) too; 'dicta copy' makes a recording with an id of its own,"
                        + " then delete the other one")
            ]
        } catch {
            return [error.description]
        }
    }
}
