// Opens the user's files for cues and the bed. Any thread; blocks on the disk.
internal import Messages
internal import Playback
internal import Storage

extension TimelineReader {
    /// Opens a file of the user's for a cue or the bed. Blocks. One that has to be decoded is refused with the way to it.
    static func opening(_ path: String) throws(PlaybackError) -> TimelineReader {
        do throws(PlaybackError) { return try TimelineReader(path: path) } catch {
            guard case .storage(.notAudio(let path, _)) = error, Library.needsDecoding(path) else { throw error }
            let reason = tr("it has to be decoded first; import it (dicta import), and name its file in the library")
            throw .storage(.notAudio(path: path, reason: reason))
        }
    }
}
