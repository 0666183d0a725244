// The setting of diary files, for the whole process. Any thread.
public import Messages
internal import Synchronization

/// The diary files of a library: NAME.diary.json beside each recording, by the setting `diary-files`. Like `LibraryAccess`, it is
/// one value for the whole process: each change of a sidecar or a transcript looks at it.
public enum DiaryFiles {
    private static let state = Mutex((isOn: false, troubles: [StoredText]()))

    /// True if the files are kept; false until it is set.
    public static var isOn: Bool {
        get { state.withLock { $0.isOn } }
        set { state.withLock { $0.isOn = newValue } }
    }

    /// Gives the failures since the last call, as sentences. A failure is no failure of the change that led to the file: that
    /// change is on the disk.
    public static func takeTroubles() -> [StoredText] {
        state.withLock { state in
            defer { state.troubles = [] }
            return state.troubles
        }
    }

    /// Most failures that are kept.
    private static let most = 20

    static func note(_ words: StoredText) {
        state.withLock { if $0.troubles.count < most { $0.troubles.append(words) } }
    }
}
