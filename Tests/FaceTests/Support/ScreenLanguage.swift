// The language of the pictures in a process of `ScreenLanguageTests`. Any thread.
import Glibc
import Messages
import System

/// The language in which this process draws: English, unless it was started to draw in another one.
enum ScreenLanguage {
    /// Folder for the pictures; nil in a process that compares them.
    static let pictures: String? = unsafe getenv("DICTA_PICTURES").map { unsafe String(cString: $0) }

    /// Takes the language of the environment, once, in a process that draws in it.
    static let adopt: Void = {
        if pictures != nil { MessageCatalogue.open(program: ThisProcess.program ?? "") }
    }()
}
