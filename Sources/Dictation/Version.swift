// The version and the licence of Dicta. Any thread; constants.

/// The version that `--version`, the man page and the answers to `ping` and `version` give.
public enum Version {
    /// The version number.
    public static let text = "0.2.0"
    /// The licence, by its SPDX name.
    public static let licence = "GPL-3.0-or-later"
}
