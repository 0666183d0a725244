// Writes roff, the source of man pages. Any thread; no I/O.
internal import Messages

/// Lines of roff.
enum Roff {
    /// Escapes hyphens, so that they can be pasted, and backslashes, and keeps roff from reading a line as a request.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }

    /// A heading of the page.
    static func chapter(_ title: Message) -> String { ".SH \"\(escaped(title.text.uppercased()))\"" }

    /// A heading inside a chapter.
    static func heading(_ title: String) -> String { ".SS \"\(escaped(title))\"" }

    /// Paragraphs of running text.
    static func text(_ messages: [Message]) -> [String] { Array(messages.map { [escaped($0.text)] }.joined(separator: [".PP"])) }

    /// A text with a tag, which is shown as it is given: it has its own fonts.
    static func tagged(_ tag: String, _ text: String) -> [String] { [".TP", tag, escaped(text)] }

    /// A word in bold type.
    static func bold(_ word: String) -> String { "\\fB\(escaped(word))\\fR" }

    /// A word in italic type, which stands for another one.
    static func italic(_ word: String) -> String { "\\fI\(escaped(word))\\fR" }

    /// The description of an option.
    static func item(_ parameter: CommandParameter) -> [String] {
        let word = parameter.isPositional || parameter.type == .flag ? "" : " " + italic(parameter.word)
        return tagged(bold(parameter.shown) + word, CommandHelp.described(parameter))
    }
}
