// Catalogues of messages, read by gettext of the C library. `open` before any other thread is started; all else on any thread.
internal import CLinux
internal import Glibc

/// The catalogues of the user's language, share/locale/LANGUAGE/LC_MESSAGES/dicta.mo. They are found from the program's own place,
/// so a copy of an installation works in any folder.
public enum MessageCatalogue {
    /// Name of the catalogues.
    private static let domain = "dicta"

    /// True while texts are made for the log, which stays English.
    @TaskLocal static var isEnglish = false

    /// Makes texts in English: `MessageCatalogue.inEnglish { error.description }`. For the log, and for files that programs read.
    public static func inEnglish<Text>(_ make: () -> Text) -> Text { $isEnglish.withValue(true, operation: make) }

    /// Takes the language, the words of dates and the decimal mark from the environment (LC_ALL, LC_MESSAGES, LC_TIME, LC_NUMERIC,
    /// LANG; LANGUAGE for a list of languages). Numbers of C functions stay as they are: files and protocols have a point.
    /// `program` is the path of the running program.
    ///
    /// A terminal without UTF-8 cannot show all languages, so it gets English.
    public static func open(program: String) {
        guard isUnicode(LC_CTYPE_MASK) else { return }
        _ = unsafe setlocale(LC_MESSAGES, "")
        if isUnicode(LC_TIME_MASK) { _ = unsafe setlocale(LC_TIME, "") }
        guard let end = program.lastIndex(of: "/") else { return }
        // The domain lacks its folder only if memory is used up: the messages are English then.
        _ = unsafe bindtextdomain(domain, String(program[..<end]) + "/../share/locale")
        _ = unsafe bind_textdomain_codeset(domain, "UTF-8")
        // Without this the C library writes its own texts in ASCII, as the process has no LC_CTYPE: Russian in Latin letters.
        _ = unsafe bind_textdomain_codeset("libc", "UTF-8")
    }

    /// A text of the C library that `make` gives, such as that of strerror(3): in the language in which texts are made now. Nil for
    /// none.
    public static func libraryText(_ make: () -> UnsafePointer<CChar>?) -> String? {
        guard isEnglish, let english = unsafe newlocale(LC_MESSAGES_MASK | LC_CTYPE_MASK, "C", nil) else {
            return unsafe make().map { unsafe String(cString: $0) }
        }
        let before = unsafe uselocale(english)
        defer {
            _ = unsafe uselocale(before)
            unsafe freelocale(english)
        }
        return unsafe make().map { unsafe String(cString: $0) }
    }

    /// The translation of a key; the key itself if there is none.
    static func translation(of key: String, context: String?) -> String {
        guard !isEnglish else { return key }
        // The catalogues of gettext have the context before the key.
        let whole = context.map { "\($0)\u{4}\(key)" } ?? key
        // gettext gives its argument back where there is no translation, so the text is copied before that argument is gone.
        return unsafe whole.withCString { source in
            guard let found = unsafe dgettext(domain, source), unsafe found != UnsafeMutablePointer(mutating: source) else {
                return key
            }
            return unsafe String(cString: found)
        }
    }

    /// The translation for a number of things; English by its own rule if there is none.
    static func translation(one: String, many: String, count: UInt) -> String {
        guard !isEnglish else { return count == 1 ? one : many }
        return unsafe one.withCString { oneSource in
            unsafe many.withCString { manySource in
                guard let found = unsafe dngettext(domain, oneSource, manySource, count) else { return count == 1 ? one : many }
                return unsafe String(cString: found)
            }
        }
    }

    /// True if the user's locale of this category is installed here and has UTF-8.
    private static func isUnicode(_ category: Int32) -> Bool {
        guard let handle = unsafe newlocale(category | LC_CTYPE_MASK, "", nil) else { return false }
        defer { unsafe freelocale(handle) }
        guard let name = unsafe nl_langinfo_l(CInt(CODESET), handle) else { return false }
        return unsafe String(cString: name) == "UTF-8"
    }
}
