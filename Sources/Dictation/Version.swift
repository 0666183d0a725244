// The version of Dicta. Any thread; a constant.

/// The version that `--version`, the man page and the answers to `ping` and `version` give.
public enum Version {
    /// The version number.
    public static let text = "0.2.0"
}
