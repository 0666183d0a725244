// Any thread; a constant.

/// What `--version`, the man page and the replies to `ping` and `version` say.
public enum Version {
    public static let text = "0.1.0"
}
