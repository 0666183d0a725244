// Splits a shell's line into words, and quotes words for it. Any thread; no I/O.

/// A line of bash or fish up to the cursor: its words without their quotes, the last of them the one being typed.
///
/// The words that bash itself gives are split at `=`, `:` and `@` too, and still have their quotes; the line tells all.
struct ShellLine {
    /// A shell whose quotes are read.
    enum Shell { case bash, fish }

    /// The state of the quotes at a place of the line.
    enum Quote { case none, single, double }

    /// The words before the one being typed.
    private(set) var before: [String] = []
    /// The word being typed, without quotes; empty after a blank.
    private(set) var typed = ""
    /// The word being typed as it stands in the line.
    private(set) var raw = ""
    /// The open quote at the cursor.
    private(set) var quote = Quote.none

    private let shell: Shell
    private var isWord = false

    init(_ line: String, _ shell: Shell) {
        self.shell = shell
        var rest = Substring(line)
        while let letter = rest.popFirst() { take(letter, &rest) }
    }

    /// Reads one letter, or an escape of two.
    private mutating func take(_ letter: Character, _ rest: inout Substring) {
        switch (letter, quote) {
        case (" ", .none), ("\t", .none), ("\n", .none):
            if isWord { before.append(typed) }
            (typed, raw, isWord) = ("", "", false)
            return
        case ("'", .none), ("'", .single): quote = quote == .none ? .single : .none
        case ("\"", .none), ("\"", .double): quote = quote == .none ? .double : .none
        case ("\\", _) where mayEscape(rest.first):
            raw.append(letter)
            if let next = rest.popFirst() {
                typed.append(next)
                raw.append(next)
            }
            isWord = true
            return
        default: typed.append(letter)
        }
        isWord = true
        raw.append(letter)
    }

    /// True when a backslash takes the meaning of the next letter away; elsewhere it stands for itself.
    private func mayEscape(_ next: Character?) -> Bool {
        switch (quote, shell) {
        case (.none, _): true
        case (.double, .bash): next.map { "\"\\$`".contains($0) } ?? false
        case (.double, .fish): next.map { "\"\\$".contains($0) } ?? false
        case (.single, .bash): false
        case (.single, .fish): next.map { "'\\".contains($0) } ?? false
        }
    }

    /// A word quoted for bash to stand behind an open quote.
    static func quoted(_ word: String, in quote: Quote) -> String {
        var text = ""
        for letter in word {
            switch quote {
            case .none where plain(letter): text.append(letter)
            case .none: text += "\\\(letter)"
            case .single: text += letter == "'" ? "'\\''" : String(letter)
            // Inside double quotes only a single quote keeps `!` from the history.
            case .double where letter == "!": text += "\"'!'\""
            case .double: text += "\"\\$`".contains(letter) ? "\\\(letter)" : String(letter)
            }
        }
        // Readline closes the quote, unless the word already ends in one.
        if quote == .double, text.last == "\"" { text += "\"" }
        if quote == .single, text.last == "'" { text += "'" }
        return text
    }

    /// True for a letter that bash leaves alone.
    fileprivate static func plain(_ letter: Character) -> Bool {
        !letter.isASCII || letter.isLetter || letter.isNumber || "-_.,:=@%+/^".contains(letter)
    }
}

extension String {
    /// The text as one word of a command line in a message, which can be pasted into a shell.
    public var shellWord: String {
        if !isEmpty, allSatisfy(ShellLine.plain) { return self }
        // Double quotes stand out from the single ones around a command line, but leave some letters their meaning.
        return contains { "\"\\$`!".contains($0) } ? ShellLine.quoted(self, in: .none) : "\"\(self)\""
    }
}
