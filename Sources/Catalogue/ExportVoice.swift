// One channel of a recording as a file of its own. Any thread; values.
import Dictation

/// A channel that is exported by itself.
enum ExportVoice: String, Hashable {
    /// The channel.
    case left, right

    /// The frame with this channel on both sides, as mono files take it.
    @inline(__always)
    func frame(_ frame: SIMD2<Float>) -> SIMD2<Float> { SIMD2(repeating: self == .left ? frame.x : frame.y) }

    /// The channels that the word of a request means, in the order of their files; the whole sound for no word.
    static func all(_ word: String?) -> [ExportVoice?] {
        switch word {
        case nil: [nil]
        case "both": [.left, .right]
        default: [word.flatMap(ExportVoice.init)]
        }
    }
}
