// Languages of the user. Any thread; a pure function.

/// The languages that a user reads, by the variables of the locale.
public enum UserLanguages {
    /// Languages by their letters, such as `de`, the most wanted first; empty for the locale C. `variable` returns the value of
    /// an environment variable.
    ///
    /// LANGUAGE has several, as gettext reads it, and counts only beside a locale other than C; else the first of LC_ALL, LC_MESSAGES
    /// and LANG that is set.
    public static func preferred(_ variable: (String) -> String?) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? ""
        guard !["", "C", "POSIX"].contains(locale) else { return [] }
        let several = (variable("LANGUAGE") ?? "").split(separator: ":").map { letters(String($0)) }.filter { !$0.isEmpty }
        return several.isEmpty ? [letters(locale)].filter { !$0.isEmpty } : several
    }

    /// The language of a locale such as `de_DE.UTF-8`; empty for C and POSIX.
    public static func letters(_ locale: String) -> String {
        let language = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
        return language == "C" || language == "POSIX" ? "" : language.lowercased()
    }
}
