// A value any thread may hold.

/// The name of a file as the folder has it. To Swift two texts that people cannot tell apart are equal (`é` as one scalar, and as
/// `e` with an accent); to a file system they are two names. Where files are told apart this is the key.
struct FileName: Hashable {
    let text: String

    static func == (one: FileName, other: FileName) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
