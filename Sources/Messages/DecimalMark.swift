// The decimal mark of the user's locale. Any thread.
internal import CLinux
internal import Glibc

/// The mark before the decimal places of numbers that people read: a point, or a comma in most of Europe. Numbers of files,
/// protocols and commands have a point in all locales.
public enum DecimalMark {
    /// The mark, from LC_NUMERIC; a point where the locale is not installed or has no UTF-8.
    private static let user: String = {
        guard let handle = unsafe newlocale(LC_NUMERIC_MASK | LC_CTYPE_MASK, "", nil) else { return "." }
        defer { unsafe freelocale(handle) }
        guard let codes = unsafe nl_langinfo_l(CInt(CODESET), handle), unsafe String(cString: codes) == "UTF-8",
            let mark = unsafe nl_langinfo_l(CInt(RADIXCHAR), handle)
        else { return "." }
        return unsafe String(cString: mark)
    }()

    /// A number with a point, as the user writes it.
    public static func localized(_ number: String) -> String {
        MessageCatalogue.isEnglish || user == "." ? number : number.replacing(".", with: user)
    }
}
