// The characters of the user's locale. Before any other thread is started; changes the locale of the process.
internal import CLinux
internal import Glibc

/// The user's locale, as far as a terminal needs it.
public enum TerminalLocale {
    /// Sets the locale of characters for this process: the user's own one, or C.UTF-8 in place of one that is not installed here,
    /// as on a machine that is reached by ssh. Returns true if it has UTF-8.
    @discardableResult
    public static func adopt(isUnicode: Bool) -> Bool {
        _ = unsafe setlocale(LC_CTYPE, "")
        if isUnicode, !hasUnicode { _ = unsafe setlocale(LC_CTYPE, "C.UTF-8") }
        return hasUnicode
    }

    private static var hasUnicode: Bool {
        guard let name = unsafe nl_langinfo(CInt(CODESET)) else { return false }
        return unsafe String(cString: name) == "UTF-8"
    }
}
